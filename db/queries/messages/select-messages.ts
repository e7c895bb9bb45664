import type { PendingQuery, Row, Sql } from "postgres";
import type { Channel } from "#contract/constants/channels.ts";
import type { ContentFormat } from "#contract/constants/content-formats.ts";
import type { Severity } from "#contract/constants/severities.ts";
import type { MessageStatus } from "#contract/constants/statuses.ts";
import type { MessageActor, MessageCta } from "#contract/messages.ts";
import type { EmailBlock } from "#contract/workflows/templates.ts";
import type { MomentText } from "../../moment-text.ts";
import type { Scope } from "../../scope.ts";

/** A message with the content of its event, who it is for, who acted, and its workflow. */
export interface MessageRow {
  id: string;
  organizationId: string;
  environmentId: string;
  runId: string;
  jobId: string;
  workflowId: string;
  stepId: string;
  subscriberId: string;
  actorId: string | null;
  feedId: string | null;
  transactionId: string;
  templateIdentifier: string;
  channel: Channel;
  providerId: string | null;
  identifier: string | null;
  subject: string | null;
  title: string | null;
  content: string | null;
  /** Of the content of an in-app message; its subject and the labels of its buttons are text. */
  contentFormat: ContentFormat;
  blocks: EmailBlock[] | null;
  cta: MessageCta | null;
  actor: MessageActor | null;
  data: Record<string, unknown> | null;
  email: string | null;
  phone: string | null;
  deviceTokens: string[] | null;
  tags: string[];
  seen: boolean;
  read: boolean;
  archived: boolean;
  severity: Severity;
  status: MessageStatus;
  errorId: string | null;
  errorText: string | null;
  firstSeenAt: MomentText | null;
  lastSeenAt: MomentText | null;
  lastReadAt: MomentText | null;
  archivedAt: MomentText | null;
  snoozedUntil: MomentText | null;
  /** Its creation and every return from a snooze, as JSON has moments; null for a message that never came back. */
  deliveredAt: string[] | null;
  deletedAt: MomentText | null;
  /** From then on it is in no feed and in no count. */
  validUntil: MomentText | null;
  createdAt: MomentText;
  updatedAt: MomentText;
  expireAt: MomentText;
  /** Of the event; null when its content is gone. */
  payload: Record<string, unknown> | null;
  overrides: Record<string, unknown> | null;
  /** The customer's id of the subscriber; null, as its names, when the subscriber is gone. */
  recipientId: string | null;
  recipientFirstName: string | null;
  recipientLastName: string | null;
  recipientAvatar: string | null;
  /** The customer's id of the acting subscriber. */
  actingId: string | null;
  actingFirstName: string | null;
  actingLastName: string | null;
  actingAvatar: string | null;
  workflowTags: string[] | null;
  /** Null, as the other fields of it, when the workflow is gone. */
  workflowName: string | null;
  workflowIdentifier: string | null;
  workflowCritical: boolean | null;
  workflowSeverity: Severity | null;
}

/**
 * The columns of a row, in the order in which they are selected: `m` is the message, `c` the content of its event, `s` the
 * subscriber, `a` who acted, `w` the workflow.
 */
const COLUMNS = [
  ["id", "m.id"],
  ["organizationId", "m.organization_id"],
  ["environmentId", "m.environment_id"],
  ["runId", "m.run_id"],
  ["jobId", "m.job_id"],
  ["workflowId", "m.workflow_id"],
  ["stepId", "m.step_id"],
  ["subscriberId", "m.subscriber_id"],
  ["actorId", "m.actor_id"],
  ["feedId", "m.feed_id"],
  ["transactionId", "m.transaction_id"],
  ["templateIdentifier", "m.template_identifier"],
  ["channel", "m.channel"],
  ["providerId", "m.provider_id"],
  ["identifier", "m.identifier"],
  ["subject", "m.subject"],
  ["title", "m.title"],
  ["content", "m.content"],
  ["contentFormat", "m.content_format"],
  ["blocks", "m.blocks"],
  ["cta", "m.cta"],
  ["actor", "m.actor"],
  ["data", "m.data"],
  ["email", "m.email"],
  ["phone", "m.phone"],
  ["deviceTokens", "m.device_tokens"],
  ["tags", "m.tags"],
  ["seen", "m.seen"],
  ["read", "m.read"],
  ["archived", "m.archived"],
  ["severity", "m.severity"],
  ["status", "m.status"],
  ["errorId", "m.error_id"],
  ["errorText", "m.error_text"],
  ["firstSeenAt", "m.first_seen_at"],
  ["lastSeenAt", "m.last_seen_at"],
  ["lastReadAt", "m.last_read_at"],
  ["archivedAt", "m.archived_at"],
  ["snoozedUntil", "m.snoozed_until"],
  ["deliveredAt", "array_to_json(m.delivered_at)"],
  ["deletedAt", "m.deleted_at"],
  ["validUntil", "m.valid_until"],
  ["createdAt", "m.created_at"],
  ["updatedAt", "m.updated_at"],
  ["expireAt", "m.expire_at"],
  ["payload", "c.payload"],
  ["overrides", "c.overrides"],
  ["recipientId", "s.subscriber_id"],
  ["recipientFirstName", "s.first_name"],
  ["recipientLastName", "s.last_name"],
  ["recipientAvatar", "s.avatar"],
  ["actingId", "a.subscriber_id"],
  ["actingFirstName", "a.first_name"],
  ["actingLastName", "a.last_name"],
  ["actingAvatar", "a.avatar"],
  ["workflowTags", "w.tags"],
  ["workflowName", "w.name"],
  ["workflowIdentifier", "w.identifier"],
  ["workflowCritical", "w.critical"],
  ["workflowSeverity", "w.severity"],
] as const satisfies readonly (readonly [keyof MessageRow, string])[];

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

const SELECT = `select ${COLUMNS.map(([, column]) => column).join(", ")}`;
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

/**
 * Names the values of a row, which come in the order of `COLUMNS`. The types are what it selects; neither the compiler nor
 * the driver can see that. Spelled out, because filling a copy of an object by a list of names takes ten times as long.
 */
function messageRow(values: readonly unknown[]): MessageRow {
  const [
    id,
    organizationId,
    environmentId,
    runId,
    jobId,
    workflowId,
    stepId,
    subscriberId,
    actorId,
    feedId,
    transactionId,
    templateIdentifier,
    channel,
    providerId,
    identifier,
    subject,
    title,
    content,
    contentFormat,
    blocks,
    cta,
    actor,
    data,
    email,
    phone,
    deviceTokens,
    tags,
    seen,
    read,
    archived,
    severity,
    status,
    errorId,
    errorText,
    firstSeenAt,
    lastSeenAt,
    lastReadAt,
    archivedAt,
    snoozedUntil,
    deliveredAt,
    deletedAt,
    validUntil,
    createdAt,
    updatedAt,
    expireAt,
    payload,
    overrides,
    recipientId,
    recipientFirstName,
    recipientLastName,
    recipientAvatar,
    actingId,
    actingFirstName,
    actingLastName,
    actingAvatar,
    workflowTags,
    workflowName,
    workflowIdentifier,
    workflowCritical,
    workflowSeverity,
  ] = values as ValuesOf<typeof COLUMNS>;
  return {
    id,
    organizationId,
    environmentId,
    runId,
    jobId,
    workflowId,
    stepId,
    subscriberId,
    actorId,
    feedId,
    transactionId,
    templateIdentifier,
    channel,
    providerId,
    identifier,
    subject,
    title,
    content,
    contentFormat,
    blocks,
    cta,
    actor,
    data,
    email,
    phone,
    deviceTokens,
    tags,
    seen,
    read,
    archived,
    severity,
    status,
    errorId,
    errorText,
    firstSeenAt,
    lastSeenAt,
    lastReadAt,
    archivedAt,
    snoozedUntil,
    deliveredAt,
    deletedAt,
    validUntil,
    createdAt,
    updatedAt,
    expireAt,
    payload,
    overrides,
    recipientId,
    recipientFirstName,
    recipientLastName,
    recipientAvatar,
    actingId,
    actingFirstName,
    actingLastName,
    actingAvatar,
    workflowTags,
    workflowName,
    workflowIdentifier,
    workflowCritical,
    workflowSeverity,
  };
}

/** The values of a row, in the order of its columns. */
type ValuesOf<Columns extends readonly (readonly [keyof MessageRow, string])[]> = {
  -readonly [Place in keyof Columns]: MessageRow[Columns[Place][0]];
};
