import type { Database } from "#db/client.ts";
import { valuesOf } from "#db/sql/rows.ts";
import type { ThrottleClaim } from "./claim-passes.ts";

/** How many runs of a subscriber have passed in the window that is open, or was the last one. */
export interface PassedRuns {
  passed: number;
  endsAt: Date;
}

/** Reads what `claimPasses` would count from, by subscriber, and changes nothing. */
export async function previewPasses(
  db: Database,
  { event: { environmentId, workflowId }, stepId, throttleValue }: ThrottleClaim,
  subscriberIds: readonly string[],
): Promise<Map<string, PassedRuns>> {
  const rows = await db.$client<{ subscriberId: string; passed: number; endsAt: string }[]>`
    select w.subscriber_id as "subscriberId", w.passed, w.ends_at as "endsAt"
    from ${valuesOf(db.$client, "uuid", subscriberIds)} as asked (subscriber_id)
    join throttle_windows w on w.environment_id = ${environmentId} and w.workflow_id = ${workflowId}
      and w.step_id = ${stepId} and w.subscriber_id = asked.subscriber_id and w.throttle_value = ${throttleValue}`;
  return new Map(rows.map(({ subscriberId, passed, endsAt }) => [subscriberId, { passed, endsAt: new Date(endsAt) }]));
}
