import type { SubscriberSource } from "#contract/constants/statuses.ts";
import type { Database } from "../client.ts";
import { jobIdOf, runIdOf } from "../derived-ids.ts";
import type { EventRow } from "./events.ts";

export interface Recipient {
  /** Belfry's id of the subscriber. */
  subscriberId: string;
  source: SubscriberSource;
}

interface StepOfRun {
  stepId: string;
  type: string;
}

/**
 * Makes the runs of these recipients with a pending job for each step, in one statement. Rows that are already there stay
 * as they are, so the same page can be resolved again after a crash; from then
 * on the event is known to have been delivered, also after Temporal has forgotten it. With the last page it counts as
 * resolved. Returns the runs' ids in order of recipients, null for an event that was cancelled.
 */
export async function insertRuns(
  db: Database,
  event: EventRow,
  steps: readonly StepOfRun[],
  { recipients, isLast }: { recipients: readonly Recipient[]; isLast: boolean },
): Promise<string[] | null> {
  const runIds = recipients.map(({ subscriberId }) => runIdOf(event.id, subscriberId));
  const jobs = runIds.flatMap((runId) =>
    steps.map(({ stepId }, position) => ({ id: jobIdOf(runId, stepId), runId, position })),
  );
  const expireAt = event.expireAt.toISOString();
  const [taken] = await db.$client`
    with taken as (
      -- Cancelling locks the same row: either it comes first and nobody gets a run, or these runs exist and are cancelled.
      update events set started_at = coalesce(started_at, clock_timestamp()),
        resolved_at = case when ${isLast} then coalesce(resolved_at, clock_timestamp()) else resolved_at end
      where id = ${event.id} and canceled_at is null
      returning id
    ), new_runs as (
      insert into runs (id, organization_id, environment_id, event_id, workflow_id, workflow_version_id, subscriber_id,
                        transaction_id, source, expire_at)
      select r.id, ${event.organizationId}, ${event.environmentId}, ${event.id}, ${event.workflowId},
             ${event.workflowVersionId}, r.subscriber_id, ${event.transactionId}, r.source, ${expireAt}
      from taken, unnest(${runIds}::uuid[], ${recipients.map((r) => r.subscriberId)}::uuid[], ${recipients.map((r) => r.source)}::text[])
           as r (id, subscriber_id, source)
      on conflict do nothing
    ), new_jobs as (
      insert into jobs (id, organization_id, environment_id, run_id, step_id, position, type, status, expire_at)
      select j.id, ${event.organizationId}, ${event.environmentId}, j.run_id,
             (${steps.map((s) => s.stepId)}::uuid[])[j.position + 1], j.position,
             (${steps.map((s) => s.type)}::text[])[j.position + 1], 'pending', ${expireAt}
      from taken, unnest(${jobs.map((j) => j.id)}::uuid[], ${jobs.map((j) => j.runId)}::uuid[], ${jobs.map((j) => j.position)}::smallint[])
           as j (id, run_id, position)
      on conflict do nothing
    )
    select id from taken`;
  return taken ? runIds : null;
}
