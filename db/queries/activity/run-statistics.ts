import type { Fragment } from "postgres";
import type { StepType } from "#contract/constants/channels.ts";
import type { Database } from "../../client.ts";
import type { Scope } from "../../scope.ts";

/*
 * Statistics of an environment's runs: the counts of whole spans (`db/schema/run-counts.ts`), and what these leave, which is counted
 * run by run: the rest of the span in which the statistic begins, and the latest runs, which are in no span yet. A run that is
 * taken into a span between the two statements stays where it is, so that it counts once.
 */

/** How far back a statistic goes. */
interface Reach {
  /** An interval of Postgres. */
  back: string;
  /** Earlier runs do not count, either. */
  since: Date | undefined;
}

/** The moments between which runs are not counted by spans, as Postgres writes them. */
interface Uncounted {
  since: string;
  /** The first span; null when no run was ever counted. */
  spansFrom: string | null;
  /** The end of the last one. */
  spansUntil: string;
}

const rangeOf = (db: Database, { environmentId }: Scope, { back, since }: Reach): Fragment => db.$client`
  reach as (select greatest(now() - ${back}::interval, ${since?.toISOString() ?? null}::timestamptz) as since),
  range as (
    select since, greatest(since, w.counted_until) as "spansUntil",
      case when w.counted_until is not null then least(w.counted_until, (
        select min(starts_at) from run_counts c where c.environment_id = ${environmentId} and c.starts_at >= since)) end as "spansFrom"
    from reach left join run_count_watermarks w on w.environment_id = ${environmentId}
  )`;

/** The runs that spans leave, as a table `runs`. */
const uncounted = (db: Database, { environmentId }: Scope, { since, spansFrom, spansUntil }: Uncounted): Fragment => {
  // Of a moment without a second one, a plan without statistics expects a third of all rows, and reads them.
  const part = (from: string, until: string) => db.$client`
    select created_at, workflow_id, workflow_version_id from runs
    where environment_id = ${environmentId} and created_at >= ${from} and created_at < ${until} and not is_dry`;
  const latest = part(spansUntil, "infinity");
  return spansFrom === null
    ? db.$client`(${latest}) as runs`
    : db.$client`(${part(since, spansFrom)} union all ${latest}) as runs`;
};

/** Runs of the last seven days and of the last calendar month, not counting those before `since`. */
export async function countRecentRuns(
  db: Database,
  scope: Scope,
  since?: Date | undefined,
): Promise<{ week: number; month: number }> {
  const [week, month] = await Promise.all([
    countRuns(db, scope, { back: "7 days", since }),
    countRuns(db, scope, { back: "1 month", since }),
  ]);
  return { week, month };
}

async function countRuns(db: Database, scope: Scope, reach: Reach): Promise<number> {
  const [spans] = await db.$client<(Uncounted & { count: number })[]>`
    with ${rangeOf(db, scope, reach)}
    select since::text, "spansFrom"::text, "spansUntil"::text, (
      select coalesce(sum(runs), 0) from run_counts c
      where c.environment_id = ${scope.environmentId} and c.starts_at >= since)::float8 as count
    from range`;
  if (!spans) return 0;
  const [others] = await db.$client<{ count: number }[]>`
    select count(*)::float8 as count from ${uncounted(db, scope, spans)}`;
  return spans.count + (others?.count ?? 0);
}

export interface ActivityDay {
  /** Of UTC, as YYYY-MM-DD. */
  day: string;
  /** Each run counts once for every kind of step that it has. */
  count: number;
  workflowIds: string[];
  channels: StepType[];
}

/** Runs of one day by one version of a workflow. */
interface VersionDay {
  day: string;
  workflowId: string;
  versionId: string;
  count: number;
}

/** Returns the runs of each of the last days since that moment, newest first; days without a run are left out. */
export async function activityByDay(
  db: Database,
  scope: Scope,
  { days, since }: { days: number; since?: Date | undefined },
): Promise<ActivityDay[]> {
  const counted = await runsByDay(db, scope, { back: `${days} days`, since });
  const types = await typesOfVersions(db, [...new Set(counted.map(({ versionId }) => versionId))]);
  const sums = new Map<string, { count: number; workflowIds: Set<string>; channels: Set<StepType> }>();
  for (const { day, workflowId, versionId, count } of counted) {
    const sum = sums.get(day) ?? { count: 0, workflowIds: new Set(), channels: new Set() };
    const channels = types.get(versionId) ?? [];
    sum.count += count * channels.length;
    sum.workflowIds.add(workflowId);
    for (const channel of channels) sum.channels.add(channel);
    sums.set(day, sum);
  }
  return [...sums]
    .map(([day, sum]) => ({ day, count: sum.count, workflowIds: [...sum.workflowIds], channels: [...sum.channels] }))
    .sort((a, b) => (a.day < b.day ? 1 : -1));
}

/** Counts the runs of every day by version. The first day begins with the reach. */
export async function runsByDay(db: Database, scope: Scope, reach: Reach): Promise<VersionDay[]> {
  const spans = await db.$client<(Uncounted & { [Key in keyof VersionDay]: VersionDay[Key] | null })[]>`
    with ${rangeOf(db, scope, reach)}
    select since::text, "spansFrom"::text, "spansUntil"::text, counted.*
    from range left join lateral (
      select to_char(day, 'YYYY-MM-DD') as day, workflow_id as "workflowId", workflow_version_id as "versionId",
        sum(runs)::float8 as count
      from (
        select (starts_at at time zone 'UTC')::date as day, workflow_id, workflow_version_id, runs from run_counts c
        where c.environment_id = ${scope.environmentId} and c.starts_at >= since and c.runs > 0) as spans
      group by spans.day, workflow_id, workflow_version_id) as counted on true`;
  const [range] = spans;
  if (!range) return [];
  const others = await db.$client<VersionDay[]>`
    select to_char(day, 'YYYY-MM-DD') as day, workflow_id as "workflowId", workflow_version_id as "versionId",
      count(*)::float8 as count
    from (
      select (created_at at time zone 'UTC')::date as day, workflow_id, workflow_version_id
      from ${uncounted(db, scope, range)}) as others
    group by others.day, workflow_id, workflow_version_id`;
  const counted = spans.flatMap(({ day, workflowId, versionId, count }): VersionDay[] =>
    day === null || workflowId === null || versionId === null || count === null
      ? []
      : [{ day, workflowId, versionId, count }],
  );
  return [...counted, ...others];
}

/** The kinds of steps of versions, as `stepTypes` has them; of versions that there are no more, nothing. */
async function typesOfVersions(db: Database, versionIds: readonly string[]): Promise<Map<string, StepType[]>> {
  const rows = await db.$client<{ versionId: string; types: StepType[] }[]>`
    select version_id as "versionId", array_agg(type order by position) as types
    from (
      select version_id, type, min(position) as position from workflow_steps
      where version_id = any(${[...versionIds]}::uuid[]) and active and type <> 'trigger'
      group by version_id, type) as kinds
    group by version_id`;
  return new Map(rows.map(({ versionId, types }) => [versionId, types]));
}
