import { SEVERITIES, type Severity } from "#contract/constants/severities.ts";
import { isUuid } from "#domain/values/uuid.ts";
import type { Database } from "../../client.ts";
import type { MomentText } from "../../moment-text.ts";
import type { MessageRow } from "./message-row.ts";
import type { Inbox } from "./notification-filter.ts";
import { matchingNotifications, type NotificationFilter, PLACE } from "./notification-filter.ts";
import { selectInboxMessages } from "./select-messages.ts";

/** The end of a page: the place of its last message in lists. */
export interface Place {
  id: string;
  at: MomentText;
}

/** Returns the place of a message of the inbox, whether it is still shown or not; undefined for an unknown one. */
export async function placeOf(db: Database, { scope, subscriberId }: Inbox, id: string): Promise<Place | undefined> {
  if (!isUuid(id)) return undefined;
  const { $hot: sql } = db;
  // Compared as text, so that no index but that of ids serves: docs/decisions/012-plans-for-all-values.md.
  const [place] = await sql<Place[]>`
    select m.id, ${sql.unsafe(PLACE)}::text as at from messages m
    where m.id = ${id} and m.subscriber_id::text = ${subscriberId}::uuid::text
      and m.environment_id::text = ${scope.environmentId}::uuid::text and m.channel || '' = ${"in_app"}`;
  return place;
}

/** One page, newest first; what came back from a snooze counts as new. */
export async function notificationPage(
  db: Database,
  inbox: Inbox,
  {
    filter,
    after,
    offset,
    limit,
  }: { filter: NotificationFilter; after?: Place | undefined; offset: number; limit: number },
): Promise<{ messages: MessageRow[]; hasMore: boolean }> {
  const { $hot: sql } = db;
  const place = sql.unsafe(PLACE);
  const rows = await selectInboxMessages(
    sql,
    inbox,
    sql`where ${matchingNotifications(sql, inbox, filter)}
      ${after ? sql`and (${place}, m.id) < (${after.at}::timestamptz, ${after.id}::uuid)` : sql``}
      order by ${place} desc, m.id desc limit ${limit + 1} offset ${after ? 0 : offset}`,
  );
  return { messages: rows.slice(0, limit), hasMore: rows.length > limit };
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
