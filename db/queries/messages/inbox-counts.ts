import { COUNT_CAP } from "#contract/constants/limits.ts";
import type { Severity } from "#contract/constants/severities.ts";
import type { Database } from "../../client.ts";
import type { Scope } from "../../scope.ts";

/** Each stops at 100; `more` tells beyond (api-workflows-and-widget.md 6.1). Snoozed messages are in none of them. */
export interface InboxCounts {
  unseen: { count: number; more: boolean };
  unread: { count: number; more: boolean };
  /** The unread ones by severity. Beyond 100 unread ones, `none` may be too low. */
  severity: Record<Severity, number>;
}

/** Unread messages with a severity that are looked at; an inbox with more of them has stopped meaning anything by it. */
const SEVERE_MAX = 1_000;

interface Counted {
  id: string;
  unseen: number;
  unread: number;
  /** By severity, but for `none`; null when there are none. */
  severe: Partial<Record<Severity, number>> | null;
}

/** Returns the counts of these subscribers' inboxes, by Belfry's id of the subscriber, in one statement. */
export async function inboxCounts(
  db: Database,
  { environmentId }: Scope,
  subscriberIds: readonly string[],
): Promise<Map<string, InboxCounts>> {
  // One above the cap is what tells "100" from "more than 100".
  const limit = COUNT_CAP + 1;
  const { $hot: sql } = db;
  const shown = sql`subscriber_id = s.id and environment_id = ${environmentId} and channel = 'in_app' and deleted_at is null
    and status = 'sent' and (valid_until is null or valid_until > clock_timestamp()) and snoozed_until is null`;
  // The orders are those of the indexes of open messages, so that no plan walks through the read ones.
  const rows = await sql<Counted[]>`
    select s.id,
      (select count(*)::int from (
        select 1 from messages where ${shown} and not seen order by seen, read limit ${limit}) as unseen) as unseen,
      (select count(*)::int from (
        select 1 from messages where ${shown} and not read order by seen, read limit ${limit}) as unread) as unread,
      (select jsonb_object_agg(severity, count) from (
        select severity, count(*) as count from (
          select severity from messages where ${shown} and not read and severity <> 'none'
          order by severity, run_id limit ${SEVERE_MAX}) as severe group by severity) as counted) as severe
    from unnest(${[...subscriberIds]}::uuid[]) as s (id)`;
  return new Map(rows.map((row) => [row.id, countsOf(row)]));
}

function countsOf({ unseen, unread, severe }: Counted): InboxCounts {
  const { high = 0, medium = 0, low = 0 } = severe ?? {};
  const cap = (count: number) => Math.min(Math.max(count, 0), COUNT_CAP);
  const capped = (count: number) => ({ count: cap(count), more: count > COUNT_CAP });
  return {
    unseen: capped(unseen),
    unread: capped(unread),
    severity: { high: cap(high), medium: cap(medium), low: cap(low), none: cap(unread - high - medium - low) },
  };
}
