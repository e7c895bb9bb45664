import type { Fragment } from "postgres";
import type { Channel } from "#contract/constants/channels.ts";
import type { Database } from "../../client.ts";
import type { Scope } from "../../scope.ts";

/** A span of time, from its first moment up to the first one after it, as Postgres writes them. */
export interface RunSpan {
  from: string;
  until: string;
  /** Matching runs in it; 0 where nobody has counted them yet. */
  runs: number;
}

export interface SpanFilter {
  workflowIds?: readonly string[] | undefined;
  channels?: readonly Channel[] | undefined;
  /** The range of moments in which runs are looked for. */
  notBefore?: string | undefined;
  notAfter?: string | undefined;
  /** Whether dry runs are looked for as well. */
  withDryRuns: boolean;
}

/**
 * The condition that a version of a workflow has an active step of one of the channels. It is no "exists", for which Postgres
 * expects next to no runs, and then reads a whole span and sorts it instead of its newest runs.
 */
export const sendingOn = ({ $client: sql }: Database, channels: readonly Channel[]): Fragment => sql`(
  select true from workflow_steps s
  where s.version_id = workflow_version_id and s.active and s.type = any(${[...channels]}::text[]) limit 1)`;

/**
 * Returns the spans in which there are runs of some workflows, newest first, and before them the time that is not counted yet.
 * Spans are left out when all their runs have expired.
 */
export async function findSpans(
  db: Database,
  { environmentId }: Scope,
  { workflowIds, channels, notBefore, notAfter, withDryRuns }: SpanFilter,
): Promise<RunSpan[]> {
  const sql = db.$client;
  const own = sql`environment_id = ${environmentId}`;
  return sql<RunSpan[]>`
    with counted as (
      select starts_at, coalesce(sum(${withDryRuns ? sql`runs + dry_runs` : sql`runs`}) filter (where true
        ${workflowIds ? sql`and workflow_id = any(${[...workflowIds]}::uuid[])` : sql``}
        ${channels ? sql`and ${sendingOn(db, channels)}` : sql``}), 0) as runs
      from run_counts
      where ${own} and starts_at >= coalesce((
        select max(starts_at) from run_counts
        where ${own} and starts_at <= greatest((select min(created_at) from runs where ${own}), ${notBefore ?? null}::timestamptz)), '-infinity')
      group by starts_at
    ), watermark as (select counted_until from run_count_watermarks where ${own}),
    spans as (
      select starts_at, lead(starts_at, 1, (select counted_until from watermark)) over (order by starts_at) as ends_at, runs
      from counted
      union all
      select coalesce((select counted_until from watermark), '-infinity'), 'infinity', null
    )
    select starts_at::text as from, ends_at::text as until, coalesce(runs, 0)::float8 as runs from spans
    where (runs is null or runs > 0) and starts_at <= coalesce(${notAfter ?? null}::timestamptz, 'infinity')
    order by starts_at desc`;
}
