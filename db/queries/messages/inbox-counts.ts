import { COUNT_CAP } from "#contract/constants/limits.ts";
import { SEVERITIES, type Severity } from "#contract/constants/severities.ts";
import type { ContextKeys } from "#domain/contexts.ts";
import type { Database } from "../../client.ts";
import type { Scope } from "../../scope.ts";
import { columnsOf, rowsOf } from "../../sql/rows.ts";
import { type Inbox, matchingNotifications, type NotificationFilter } from "./notification-filter.ts";

/** Each stops at 100; `more` tells beyond. Snoozed messages are in none of them. */
export interface InboxCounts {
  unseen: { count: number; more: boolean };
  unread: { count: number; more: boolean };
  /** The unread ones by severity, each stopping at 100 as well. */
  severity: Record<Severity, number>;
}

interface Counted extends Record<Severity, number> {
  unseen: number;
  unread: number;
}

/** An inbox of a subscriber, who is named by Belfry's id, as an open page shows it. */
export interface OpenInbox {
  subscriberId: string;
  contextKeys: ContextKeys;
}

const INBOXES = columnsOf<OpenInbox>(
  "i",
  {},
  {
    id: ["uuid", ({ subscriberId }) => subscriberId],
    contexts: ["text", ({ contextKeys }) => contextKeys && JSON.stringify(contextKeys)],
    number: ["int", (_, number) => number],
  },
);

/** Returns the counts of inboxes, in their order, in one statement. */
export async function inboxCounts(db: Database, scope: Scope, inboxes: readonly OpenInbox[]): Promise<InboxCounts[]> {
  // One above the cap is what tells "100" from "more than 100".
  const limit = COUNT_CAP + 1;
  const { $hot: sql } = db;
  const matching = (filter: NotificationFilter) =>
    matchingNotifications(
      sql,
      { scope, subscriberId: sql`s.id`, contextKeys: sql`s.context_keys` },
      { ...filter, snoozed: false },
    );
  // Asked only where there are more than are counted at once.
  const severe = (severity: "high" | "medium" | "low") => sql`(select count(*)::int from (
    select 1 from messages m where ${matching({ read: false, severities: [severity] })}
    order by severity, run_id limit ${COUNT_CAP}) as severe)`;
  // The orders are those of the indexes of open messages, so that no plan walks through the read ones.
  const rows = await sql<Counted[]>`
    select s.number,
      (select count(*)::int from (
        select 1 from messages m where ${matching({ seen: false })} order by seen, read limit ${limit}) as unseen) as unseen,
      o.unread,
      case when o.unread < ${limit} then o.high else ${severe("high")} end as high,
      case when o.unread < ${limit} then o.medium else ${severe("medium")} end as medium,
      case when o.unread < ${limit} then o.low else ${severe("low")} end as low,
      case when o.unread < ${limit} then o.none else (select count(*)::int from (
        select 1 from messages m where ${matching({ read: false, severities: ["none"] })}
        order by seen, read limit ${COUNT_CAP}) as plain) end as none
    from (
      select id, number, case when contexts is not null then array(select jsonb_array_elements_text(contexts::jsonb)) end as context_keys
      from ${rowsOf(sql, INBOXES, inboxes)}
      offset 0) as s
    cross join lateral (
      select count(*)::int as unread, count(*) filter (where severity = 'high')::int as high,
        count(*) filter (where severity = 'medium')::int as medium, count(*) filter (where severity = 'low')::int as low,
        count(*) filter (where severity = 'none')::int as none
      from (
        select severity from messages m where ${matching({ read: false })} order by seen, read limit ${limit}) as open) as o
    order by s.number`;
  return rows.map(countsOf);
}

function countsOf({ unseen, unread, high, medium, low, none }: Counted): InboxCounts {
  const capped = (count: number) => ({ count: Math.min(count, COUNT_CAP), more: count > COUNT_CAP });
  return { unseen: capped(unseen), unread: capped(unread), severity: { high, medium, low, none } };
}

/** How many match; counting stops at `limit`, or nowhere when it is null. */
export async function countNotifications(
  db: Database,
  inbox: Inbox,
  filter: NotificationFilter,
  limit: number | null,
): Promise<number> {
  const { $hot: sql } = db;
  // The order is that of the index of open messages, so that no plan walks through the read ones. Few messages have a
  // severity, and they have an index of their own.
  const isSevere = filter.read === false && filter.severities?.every((severity) => severity !== "none");
  const isOpen = filter.seen === false || filter.read === false;
  const order = isSevere ? sql`order by m.severity, m.run_id` : isOpen ? sql`order by m.seen, m.read` : sql``;
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from (
      select 1 from messages m where ${matchingNotifications(sql, inbox, filter)} ${order} limit ${limit}) as counted`;
  return row?.count ?? 0;
}

/** Unread ones by severity, each count stopping at `limit`. */
export async function unreadBySeverity(db: Database, inbox: Inbox, limit: number): Promise<Record<Severity, number>> {
  const unread = { read: false, snoozed: false };
  const [high, medium, low, none] = await Promise.all(
    SEVERITIES.map((severity) => countNotifications(db, inbox, { ...unread, severities: [severity] }, limit)),
  );
  return { high: high ?? 0, medium: medium ?? 0, low: low ?? 0, none: none ?? 0 };
}
