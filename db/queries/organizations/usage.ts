import type { Database } from "../../client.ts";

export interface MonthOfUse {
  environmentId: string;
  /** Of UTC, as YYYY-MM. */
  month: string;
  runs: number;
  messages: number;
}

/** Sums what analytics have counted of environments, by months of UTC. Reads a row for each hour in which something happened. */
export function readMonthlyUse(db: Database, environmentIds: readonly string[], since: Date): Promise<MonthOfUse[]> {
  return db.$client<MonthOfUse[]>`
    select environment_id as "environmentId", to_char(starts_at at time zone 'UTC', 'YYYY-MM') as month,
      sum(runs)::float8 as runs, sum(messages)::float8 as messages
    from analytics_spans
    where environment_id = any(${[...environmentIds]}::uuid[]) and starts_at >= ${since.toISOString()}
    group by 1, 2`;
}

/** Counts the workflows of environments. */
export async function countWorkflowsIn(db: Database, environmentIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await db.$client<{ id: string; count: number }[]>`
    select environment_id as id, count(*)::int as count from workflows
    where environment_id = any(${[...environmentIds]}::uuid[]) and deleted_at is null group by 1`;
  return new Map(rows.map(({ id, count }) => [id, count]));
}

/** Returns how many events of a month, as YYYY-MM, processes have taken out of those that the organisation's plan includes. */
export async function readTakenEvents(db: Database, organizationId: string, month: string): Promise<number> {
  const [row] = await db.$client<{ taken: number }[]>`
    select taken::float8 as taken from event_quotas where organization_id = ${organizationId} and month = ${month}`;
  return row?.taken ?? 0;
}
