import { COUNT_CAP } from "#contract/constants/limits.ts";
import type { Severity } from "#contract/constants/severities.ts";
import type { Database } from "../../client.ts";
import type { Scope } from "../../scope.ts";

/** Each stops at 100; `more` tells beyond. Snoozed messages are in none of them. */
export interface InboxCounts {
  unseen: { count: number; more: boolean };
  unread: { count: number; more: boolean };
  /** The unread ones by severity, each stopping at 100 as well. */
  severity: Record<Severity, number>;
}

interface Counted extends Record<Severity, number> {
  id: string;
  unseen: number;
  unread: number;
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
  // Asked only where there are more than are counted at once. The value stands in the text, so that every plan may use the index
  // of messages that have a severity.
  const severe = (severity: "high" | "medium" | "low") => sql`(select count(*)::int from (
    select 1 from messages where ${shown} and not read and severity = ${sql.unsafe(`'${severity}'`)}
    order by severity, run_id limit ${COUNT_CAP}) as severe)`;
  // The orders are those of the indexes of open messages, so that no plan walks through the read ones.
  const rows = await sql<Counted[]>`
    select s.id,
      (select count(*)::int from (
        select 1 from messages where ${shown} and not seen order by seen, read limit ${limit}) as unseen) as unseen,
      o.unread,
      case when o.unread < ${limit} then o.high else ${severe("high")} end as high,
      case when o.unread < ${limit} then o.medium else ${severe("medium")} end as medium,
      case when o.unread < ${limit} then o.low else ${severe("low")} end as low,
      case when o.unread < ${limit} then o.none else (select count(*)::int from (
        select 1 from messages where ${shown} and not read and severity = 'none'
        order by seen, read limit ${COUNT_CAP}) as plain) end as none
    from unnest(${[...subscriberIds]}::uuid[]) as s (id)
    cross join lateral (
      select count(*)::int as unread, count(*) filter (where severity = 'high')::int as high,
        count(*) filter (where severity = 'medium')::int as medium, count(*) filter (where severity = 'low')::int as low,
        count(*) filter (where severity = 'none')::int as none
      from (
        select severity from messages where ${shown} and not read order by seen, read limit ${limit}) as open) as o`;
  return new Map(rows.map((row) => [row.id, countsOf(row)]));
}

function countsOf({ unseen, unread, high, medium, low, none }: Counted): InboxCounts {
  const capped = (count: number) => ({ count: Math.min(count, COUNT_CAP), more: count > COUNT_CAP });
  return { unseen: capped(unseen), unread: capped(unread), severity: { high, medium, low, none } };
}
