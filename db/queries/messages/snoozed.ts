import type { Database } from "../../client.ts";
import { despiteMoves } from "../../moved-rows.ts";
import type { Inbox } from "./notification-filter.ts";

/**
 * Keeps a notification of the inbox, and the content of its event, at least until that moment. Rows of messages are dropped by the
 * month in which they expire, so that one of an earlier month moves to the partition of that moment, and any other stays as it
 * is: statements that meet it at the same time rely on its expiry, and Postgres reports nothing but a move.
 */
export async function keepMessageUntil(
  db: Database,
  { scope: { environmentId }, subscriberId }: Inbox,
  id: string,
  moment: Date,
): Promise<void> {
  const expireAt = moment.toISOString();
  const monthStart = new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth(), 1)).toISOString();
  const sql = db.$client;
  const isIt = sql`id = ${id} and environment_id = ${environmentId} and subscriber_id = ${subscriberId}
    and channel = 'in_app' and deleted_at is null`;
  await despiteMoves(
    () => sql`
      with moved as (
        update messages set expire_at = ${expireAt} where ${isIt} and expire_at < ${monthStart}
      )
      update event_contents set expire_at = ${expireAt}
      where event_id in (select event_id from messages where ${isIt}) and expire_at < ${expireAt}`,
  );
}

interface Returned {
  id: string;
  environmentId: string;
  subscriberId: string;
  /** Whether its inbox shows it: it may have expired meanwhile. */
  isShown: boolean;
}

/**
 * Brings snoozed messages that are due back to their inboxes: unread, unseen and on top. Of several that look at once each
 * takes others.
 */
export async function returnSnoozedMessages(
  db: Database,
  { now, limit }: { now: Date; limit: number },
): Promise<Returned[]> {
  const at = now.toISOString();
  return db.$client<Returned[]>`
    with due as materialized (
      select id, expire_at from messages where snoozed_until <= ${at} and deleted_at is null
      order by snoozed_until limit ${limit} for update skip locked
    )
    update messages m set snoozed_until = null, seen = false, read = false, archived = false, archived_at = null,
      last_read_at = null, returned_at = ${at}, updated_at = clock_timestamp(),
      delivered_at = coalesce(m.delivered_at, array[m.created_at]::timestamptz[]) || ${at}::timestamptz
    from due where m.id = due.id and m.expire_at = due.expire_at
    returning m.id, m.environment_id as "environmentId", m.subscriber_id as "subscriberId",
      m.channel = 'in_app' and (m.valid_until is null or m.valid_until > ${at}) as "isShown"`;
}

/** When the next snoozed message is due; null when there is none. */
export async function nextSnoozed(db: Database): Promise<Date | null> {
  const [row] = await db.$client<{ at: string }[]>`
    select snoozed_until as at from messages where snoozed_until is not null and deleted_at is null
    order by snoozed_until limit 1`;
  return row ? new Date(row.at) : null;
}
