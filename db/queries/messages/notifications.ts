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
