import type { Database } from "../../client.ts";
import type { Scope } from "../../scope.ts";

/** An event or a part of one whose execution should have acted by now. */
export interface Overdue extends Scope {
  eventId: string;
  transactionId: string;
  workflowIdentifier: string;
  audience: "direct" | "broadcast";
  critical: boolean;
  executionId: string;
  eventExecutionId: string;
  /** Null for an event that has not been divided into cohorts. */
  cohort: number | null;
  stopReason: string | null;
  /** Whether the execution of the event itself owns it. */
  isOwnExecution: boolean;
}

const OWNER = `
  c.organization_id as "organizationId", c.environment_id as "environmentId", c.event_id as "eventId",
  e.transaction_id as "transactionId", w.identifier as "workflowIdentifier", e.audience, w.critical,
  c.execution_id as "executionId", e.execution_id as "eventExecutionId", c.number as cohort, c.stop_reason as "stopReason",
  c.execution_id = e.execution_id as "isOwnExecution"
  from cohorts c join events e on e.id = c.event_id join workflows w on w.id = e.workflow_id`;

/** Returns what is to be known of some cohorts in order to wake their executions. */
export async function findCohortOwners(db: Database, cohortIds: readonly string[]): Promise<Overdue[]> {
  if (cohortIds.length === 0) return [];
  return db.$client<Overdue[]>`select ${db.$client.unsafe(OWNER)} where c.id = any(${[...cohortIds]}::uuid[])`;
}

/** Cohorts that were due before `before`, the longest overdue first. */
export function findOverdueCohorts(db: Database, before: Date, limit: number): Promise<Overdue[]> {
  return db.$client<Overdue[]>`
    select ${db.$client.unsafe(OWNER)}
    where c.due_at < ${before.toISOString()}
    order by c.due_at limit ${limit}`;
}

/** Events that were stored between the two moments and have not been taken up, unless they were cancelled or stopped. */
export function findEventsNotStarted(
  db: Database,
  { after, before, limit }: { after: Date; before: Date; limit: number },
): Promise<Overdue[]> {
  return db.$client<Overdue[]>`
    select e.organization_id as "organizationId", e.environment_id as "environmentId", e.id as "eventId",
      e.transaction_id as "transactionId", w.identifier as "workflowIdentifier", e.audience, w.critical,
      e.execution_id as "executionId", e.execution_id as "eventExecutionId", null::int as cohort, e.stop_reason as "stopReason", true as "isOwnExecution"
    from events e join workflows w on w.id = e.workflow_id
    where e.created_at > ${after.toISOString()} and e.created_at < ${before.toISOString()} and e.canceled_at is null
      and e.stop_reason is null and not exists (select from cohorts c where c.event_id = e.id)
    order by e.created_at limit ${limit}`;
}

/** Whether what an execution owns is through, or has been stopped already. Undefined for an event that has expired. */
export async function findOwner(
  db: Database,
  eventId: string,
  cohort: number | undefined,
): Promise<{ eventExecutionId: string; isEnded: boolean } | undefined> {
  const [row] = await db.$client<{ eventExecutionId: string; isEnded: boolean }[]>`
    select e.execution_id as "eventExecutionId", case when c.cohorts = 0 then e.stop_reason is not null else c.ended = c.cohorts end
      as "isEnded"
    from events e cross join lateral (
      select count(*) as cohorts, count(*) filter (where stop_reason is not null
        or (cursor is null and pending + queued + running + delayed = 0)) as ended
      from cohorts where event_id = e.id and (${cohort ?? null}::int is null or number = ${cohort ?? null}::int)) c
    where e.id = ${eventId}`;
  return row;
}
