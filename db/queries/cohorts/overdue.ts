import type { Database } from "../../client.ts";
import { type Placed, type Portion, placesOf } from "../../round.ts";
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
  isOwnExecution: boolean;
}

const OWNER_COLUMNS = `
  c.organization_id as "organizationId", c.environment_id as "environmentId", c.event_id as "eventId",
  e.transaction_id as "transactionId", w.identifier as "workflowIdentifier", e.audience, w.critical,
  c.execution_id as "executionId", e.execution_id as "eventExecutionId", c.number as cohort, c.stop_reason as "stopReason",
  c.execution_id = e.execution_id as "isOwnExecution"`;

/** Returns what is to be known of some cohorts in order to wake their executions. */
export async function findCohortOwners(db: Database, cohortIds: readonly string[]): Promise<Overdue[]> {
  if (cohortIds.length === 0) return [];
  return db.$client<Overdue[]>`
    select ${db.$client.unsafe(OWNER_COLUMNS)}
    from cohorts c join events e on e.id = c.event_id join workflows w on w.id = e.workflow_id
    where c.id = any(${[...cohortIds]}::uuid[])`;
}

/**
 * Cohorts that were due before `before`: of each organisation the longest overdue first, up to its share, and the organisations in
 * turn.
 */
export function findOverdueCohorts(
  db: Database,
  before: Date,
  { after, share, limit }: Portion,
): Promise<Placed<Overdue>[]> {
  const sql = db.$client;
  return sql<Placed<Overdue>[]>`
    select ${sql.unsafe(OWNER_COLUMNS)},
      jsonb_build_object('share', c.organization_id, 'at', c.due_at::text, 'id', c.id) as place
    from (
      select next.* from organizations o
      left join ${placesOf(sql, after)} on p.share = o.id
      cross join lateral (
        select own.*, row_number() over (order by own.due_at, own.id) as turn from cohorts own
        where own.organization_id = o.id and own.due_at < ${before.toISOString()}
          and (p.at is null or (own.due_at, own.id) > (p.at, p.id))
        order by own.due_at, own.id limit ${share}) as next
      order by next.turn, next.due_at limit ${limit}) as c
    join events e on e.id = c.event_id join workflows w on w.id = e.workflow_id
    order by c.turn, c.due_at`;
}

/**
 * Events that were stored between the two moments and have not been taken up, unless they were cancelled or stopped: of each
 * workflow the oldest first, up to its share, and the organisations in turn.
 */
export function findEventsNotStarted(
  db: Database,
  { after, before }: { after: Date; before: Date },
  { after: places, share, limit }: Portion,
): Promise<Placed<Overdue>[]> {
  const sql = db.$client;
  return sql<Placed<Overdue>[]>`
    select e.organization_id as "organizationId", e.environment_id as "environmentId", e.id as "eventId",
      e.transaction_id as "transactionId", e.identifier as "workflowIdentifier", e.audience, e.critical,
      e.execution_id as "executionId", e.execution_id as "eventExecutionId", null::int as cohort, e.stop_reason as "stopReason",
      true as "isOwnExecution",
      jsonb_build_object('share', e.workflow_id, 'at', e.created_at::text, 'id', e.id) as place
    from (
      select next.*, w.identifier, w.critical,
        row_number() over (partition by next.organization_id order by next.created_at, next.id) as turn
      from workflows w
      left join ${placesOf(sql, places)} on p.share = w.id
      cross join lateral (
        select own.* from events own
        where own.workflow_id = w.id and own.created_at > ${after.toISOString()} and own.created_at < ${before.toISOString()}
          and own.canceled_at is null and own.stop_reason is null
          and not exists (select from cohorts c where c.event_id = own.id)
          and (p.at is null or (own.created_at, own.id) > (p.at, p.id))
        order by own.created_at, own.id limit ${share}) as next) as e
    order by e.turn, e.created_at limit ${limit}`;
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
