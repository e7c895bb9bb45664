import type { FastifyInstance } from "fastify";
import { WORKFLOW_ACTIVITY_DAYS } from "#contract/constants/limits.ts";
import { DAY } from "#contract/constants/values/times.ts";
import type { WorkflowActivity } from "#contract/notifications.ts";
import { failuresByHour } from "#db/queries/activity/overview-counts.ts";
import { runsByDay } from "#db/queries/activity/run-statistics.ts";
import type { Scope } from "#db/scope.ts";
import { shownSince } from "#events/organization-plan.ts";

/** Counts runs and failures of the workflows on each of the last days. Ids of nothing in the environment have none. */
export async function workflowActivity(
  app: FastifyInstance,
  scope: Scope,
  workflowIds: readonly string[],
): Promise<WorkflowActivity[]> {
  const ids = [...new Set(workflowIds.map((id) => id.toLowerCase()))];
  const today = Math.floor(Date.now() / DAY) * DAY;
  const first = new Date(today - (WORKFLOW_ACTIVITY_DAYS - 1) * DAY);
  const since = await shownSince(app, scope);
  const from = since && since > first ? since : first;
  const [runs, failures] = await Promise.all([
    runsByDay(app.db, scope, { back: `${WORKFLOW_ACTIVITY_DAYS} days`, since: from }),
    failuresByHour(app.db, scope, { from, workflowIds: ids }),
  ]);
  const runsOf = sums(runs.map(({ workflowId, day, count }) => ({ workflowId, day, count })));
  const failuresOf = sums(
    failures.map(({ workflowId, hour, failures }) => ({ workflowId, day: dayOf(hour), count: failures })),
  );
  const days = Array.from({ length: WORKFLOW_ACTIVITY_DAYS }, (_, index) => dayOf(first.getTime() + index * DAY));
  return ids.map((id) => ({
    _id: id,
    days: days.map((day) => ({ day, runs: runsOf(id, day), failures: failuresOf(id, day) })),
  }));
}

const dayOf = (moment: number): string => new Date(moment).toISOString().slice(0, 10);

/** Adds up counts, and returns what says the sum of a workflow on a day. */
function sums(counts: readonly { workflowId: string; day: string; count: number }[]) {
  const found = new Map<string, number>();
  for (const { workflowId, day, count } of counts) {
    const key = `${workflowId}/${day}`;
    found.set(key, (found.get(key) ?? 0) + count);
  }
  return (workflowId: string, day: string): number => found.get(`${workflowId}/${day}`) ?? 0;
}
