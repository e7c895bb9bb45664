import type { PendingQuery, Row, Sql } from "postgres";
import type { Scope } from "../../scope.ts";
import { readerOf } from "../../sql/reader-of.ts";
import { MESSAGE_COLUMNS, type MessageRow } from "./message-row.ts";

/**
 * A row by its id, for each message by itself (`offset 0` keeps the planner from joining): a plan that is made for any
 * values expects many messages, and would read whole tables to join them.
 */
const lookUp = (table: string, alias: string, key: string, id: string): string =>
  `left join lateral (select * from ${table} where ${key} = ${id} offset 0) ${alias} on true`;

const CONTENT = lookUp("event_contents", "c", "event_id", "m.event_id");
const RECIPIENT = lookUp("subscribers", "s", "id", "m.subscriber_id");
const ACTING = lookUp("subscribers", "a", "id", "m.actor_id");
const WORKFLOW = lookUp("workflows", "w", "id", "m.workflow_id");

const COLUMNS = Object.entries(MESSAGE_COLUMNS);
const SELECT = `select ${COLUMNS.map(([, column]) => column).join(", ")}`;
const messageRow = readerOf<MessageRow>(MESSAGE_COLUMNS);
const JOINS = [CONTENT, RECIPIENT, ACTING, WORKFLOW].join(" ");

/**
 * Selects messages; `rest` is the statement from its condition on, `source` the table or a subquery as `m`. Past the query builder, and with rows that the driver
 * hands over as lists: the builder takes longer to build the statement and to map its rows than Postgres to run it, and the
 * driver's own objects of as many columns cost twice as much as all else.
 */
export async function selectMessages(
  sql: Sql,
  rest: PendingQuery<Row[]>,
  source: PendingQuery<Row[]> = sql`messages m`,
): Promise<MessageRow[]> {
  const rows = await sql`${sql.unsafe(SELECT)} from ${source} ${sql.unsafe(JOINS)} ${rest}`.values();
  return rows.map(messageRow);
}

/** Columns that no live message of an inbox has, and those that all of them share. */
const NOT_IN_INBOX: ReadonlySet<string> = new Set<keyof MessageRow>([
  ...(["organizationId", "environmentId", "subscriberId", "identifier", "title", "blocks", "email", "phone"] as const),
  ...(["deviceTokens", "deletedAt"] as const),
]);
/** The columns of a message in an inbox, in the same places. The recipient is read once, and not for each message. */
const INBOX_COLUMNS = COLUMNS.map(([name, column]) => {
  if (NOT_IN_INBOX.has(name)) return "null";
  return column.startsWith("s.") ? `(select ${column.slice(2)} from recipient)` : column;
});
const INBOX_SELECT = `select ${INBOX_COLUMNS.join(", ")}`;
const INBOX_JOINS = [CONTENT, ACTING, WORKFLOW].join(" ");

/** Selects live messages of one inbox like `selectMessages`, with what they share left out. */
export async function selectInboxMessages(
  sql: Sql,
  { scope: { organizationId, environmentId }, subscriberId }: { scope: Scope; subscriberId: string },
  rest: PendingQuery<Row[]>,
): Promise<MessageRow[]> {
  const rows = await sql`
    with recipient as materialized (select * from subscribers where id = ${subscriberId})
    ${sql.unsafe(INBOX_SELECT)} from messages m ${sql.unsafe(INBOX_JOINS)} ${rest}`.values();
  return rows.map((values) => Object.assign(messageRow(values), { organizationId, environmentId, subscriberId }));
}
