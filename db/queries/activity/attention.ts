import type { Database } from "../../client.ts";
import type { Scope } from "../../scope.ts";

/** Numbers of what somebody should look at in an environment: open groups of failures, open pauses, and addresses that were suppressed. */
export interface Attention {
  openGroups: number;
  /** Those of them that were new in the period, or came back in it. */
  newGroups: number;
  openPauses: number;
  /** Addresses that were suppressed in the period, and in the one before. */
  suppressed: number;
  suppressedBefore: number;
}

/** Counts it, each up to `most` rows. */
export async function countAttention(
  { $client: sql }: Database,
  { environmentId }: Scope,
  { from, before, most }: { from: Date; before: Date; most: number },
): Promise<Attention> {
  const [since, earlier] = [from.toISOString(), before.toISOString()];
  const [counts] = await sql<Attention[]>`
    select
      (select count(*)::int from (
        select from failure_groups where environment_id = ${environmentId} and state = 'open' limit ${most}) open) as "openGroups",
      (select count(*)::int from (
        select from failure_groups where environment_id = ${environmentId} and state = 'open' and last_seen >= ${since}
          and (first_seen >= ${since} or came_back_at >= ${since}) limit ${most}) new) as "newGroups",
      (select count(*)::int from (
        select from pauses where environment_id = ${environmentId} and state = 'open' limit ${most}) paused) as "openPauses",
      (select count(*)::int from (
        select from suppressions where environment_id = ${environmentId} and created_at >= ${since} limit ${most}) latest) as suppressed,
      (select count(*)::int from (
        select from suppressions where environment_id = ${environmentId} and created_at >= ${earlier} and created_at < ${since}
        limit ${most}) former) as "suppressedBefore"`;
  if (!counts) throw new Error("A statement without a table returned no row");
  return counts;
}
