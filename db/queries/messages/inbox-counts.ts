import { COUNT_CAP } from "#contract/constants/limits.ts";
import type { Database } from "../../client.ts";
import type { Scope } from "../../scope.ts";

/** Each stops at 100; `more` tells beyond (api-workflows-and-widget.md 6.1). */
export interface InboxCounts {
  unseen: { count: number; more: boolean };
  unread: { count: number; more: boolean };
}

/** Returns the counts of these subscribers' inboxes, by Belfry's id of the subscriber, in one statement. */
export async function inboxCounts(
  db: Database,
  { environmentId }: Scope,
  subscriberIds: readonly string[],
): Promise<Map<string, InboxCounts>> {
  // One above the cap is what tells "100" from "more than 100".
  const limit = COUNT_CAP + 1;
  // The order is that of the index of open messages, so that no plan walks through the read ones.
  const rows = await db.$hot<{ id: string; unseen: number; unread: number }[]>`
    select s.id,
      (select count(*)::int from (
        select 1 from messages where subscriber_id = s.id and environment_id = ${environmentId}
          and channel = 'in_app' and deleted_at is null and status = 'sent'
          and (valid_until is null or valid_until > clock_timestamp()) and not seen order by seen, read limit ${limit}) as unseen) as unseen,
      (select count(*)::int from (
        select 1 from messages where subscriber_id = s.id and environment_id = ${environmentId}
          and channel = 'in_app' and deleted_at is null and status = 'sent'
          and (valid_until is null or valid_until > clock_timestamp()) and not read order by seen, read limit ${limit}) as unread) as unread
    from unnest(${[...subscriberIds]}::uuid[]) as s (id)`;
  const capped = (count: number) => ({ count: Math.min(count, COUNT_CAP), more: count > COUNT_CAP });
  return new Map(rows.map(({ id, unseen, unread }) => [id, { unseen: capped(unseen), unread: capped(unread) }]));
}
