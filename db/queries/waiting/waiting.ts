import type { Fragment } from "postgres";
import { CHANNELS, type Channel, type StepType } from "#contract/constants/channels.ts";
import type { WaitingKind } from "#contract/constants/waiting-kinds.ts";
import type { Database } from "../../client.ts";
import type { Scope } from "../../scope.ts";
import type { Tagged } from "../../transaction.ts";

/** Rows of one workflow, or of one cohort of an event, that are counted. */
const COUNTED_WAITING = 1_000;
/** The same that are looked through for those of a kind, of which there is no index. No fewer than are counted. */
const SEARCHED_WAITING = 5_000;

/** Chooses an environment, one of its workflows or one event. */
export interface WaitingFilter {
  workflowId?: string | undefined;
  transactionId?: string | undefined;
}

/** A run that waits at a step, or a delivery that is tried again. Moments are texts, to the microsecond. */
export interface WaitingRow {
  id: string;
  kind: WaitingKind;
  dueAt: string;
  runId: string;
  workflowId: string;
  workflowIdentifier: string;
  workflowName: string;
  transactionId: string;
  /** The customer's id; null for a subscriber that has been deleted. */
  subscriberId: string | null;
  stepId: string | null;
  stepType: StepType | null;
  /** Since when the step waits. */
  since: string | null;
  channel: Channel | null;
  providerId: string | null;
  attempts: number | null;
  /** Whether it is being tried right now. */
  isLeased: boolean;
  error: { message: string; errorText?: string | null; attempts?: number } | null;
  executionId: string | null;
}

interface Place {
  at: string;
  id: string;
}

interface Page extends WaitingFilter {
  kind?: WaitingKind | undefined;
  after: Place | null;
  /** Reads backwards from here; there is no `after` then. */
  before?: Place | null;
  limit: number;
}

/** Of a run that stands at the job `j`. A channel's job is delayed for the subscriber's hours. */
const KIND_AT_JOB = `case when j.status is distinct from 'delayed' then 'hold' when j.type in ('delay', 'digest') then j.type
  when j.type in (${CHANNELS.map((channel) => `'${channel}'`).join(", ")}) then 'hold' else 'wait' end`;

const RUN_COLUMNS = `id, due_at, expire_at, id as run_id, workflow_id, transaction_id, subscriber_id, cohort_id, position`;

/** Leaves out dry runs, which an environment does not wait for; an event that is asked for by its id shows its own. */
const isShown = (sql: Tagged, { transactionId }: WaitingFilter): Fragment =>
  transactionId === undefined ? sql`not is_dry` : sql`true`;

/** Reads what waits, what is due first coming first; what is due last, when it is read backwards. */
export function listWaiting(
  db: Database,
  scope: Scope,
  { after, before = null, limit, kind, ...filter }: Page,
): Promise<WaitingRow[]> {
  const sql = db.$client;
  const place = before ?? after;
  const [isBeyond, direction] = before ? [sql`<`, sql`desc`] : [sql`>`, sql`asc`];
  const from = place ? sql`and (due_at, id) ${isBeyond} (${place.at}::timestamptz, ${place.id}::uuid)` : sql``;
  const order = sql`order by due_at ${direction}, id ${direction}`;
  const pageOf = (rows: number) => sql`${from} ${order} limit ${rows}`;
  const select = (where: Fragment, rows: number) =>
    sql`select ${sql.unsafe(RUN_COLUMNS)} from runs where ${where} and due_at is not null and ${isShown(sql, filter)} ${pageOf(rows)}`;
  // A subquery as a value is asked for one run after the other, until the page is full. It compares by itself: Postgres takes a truth that it
  // cannot estimate to hold for every second run, and so reads the index in its order.
  const ofKind = (where: Fragment, kind: WaitingKind) => sql`
    select searched.* from (${select(where, SEARCHED_WAITING)}) searched
    where coalesce((
      select ${sql.unsafe(KIND_AT_JOB)} = ${kind} from jobs j
      where j.run_id = searched.id and j.expire_at = searched.expire_at and j.position = searched.position), ${kind === "hold"})
    ${order} limit ${limit}`;
  const read = (where: Fragment) => (kind === undefined ? select(where, limit) : ofKind(where, kind));
  const retried = kind === undefined || kind === "retry" ? limit : 0;
  return sql<WaitingRow[]>`
    with waiting as (${waitingRuns(db, scope, filter, { read, order, limit: kind === "retry" ? 0 : limit })}),
    retrying as (${retriedDeliveries(db, scope, filter, { page: pageOf(retried), order, limit: retried })}),
    first as (
      select * from (
        select null as kind, id, due_at, expire_at, run_id, subscriber_id, cohort_id, position, null as job_id,
          null as channel, null as provider_id, null::smallint as attempt, false as is_leased, null::jsonb as error from waiting
        union all
        select 'retry', d.id, d.due_at, d.expire_at, d.run_id, r.subscriber_id, d.cohort_id, d.position, d.job_id,
          d.channel, d.provider_id, d.attempt, d.lease_owner is not null, d.error
        from retrying d join runs r on r.id = d.run_id and r.expire_at = d.expire_at
      ) as both_kinds
      ${order} limit ${limit}
    )
    select f.id, coalesce(f.kind, ${sql.unsafe(KIND_AT_JOB)}) as kind, f.due_at::text as "dueAt", f.run_id as "runId", w.id as "workflowId",
      w.identifier as "workflowIdentifier", w.name as "workflowName", e.transaction_id as "transactionId",
      s.subscriber_id as "subscriberId", j.step_id as "stepId", j.type as "stepType",
      coalesce(j.started_at, j.queued_at)::text as since, f.channel, f.provider_id as "providerId", f.attempt as attempts,
      f.is_leased as "isLeased", coalesce(f.error, j.error) as error, c.execution_id as "executionId"
    from first f
    join cohorts c on c.id = f.cohort_id
    join events e on e.id = c.event_id
    join workflows w on w.id = e.workflow_id
    left join subscribers s on s.id = f.subscriber_id and s.deleted_at is null
    left join jobs j on j.run_id = f.run_id and j.expire_at = f.expire_at and j.position = f.position
    order by f.due_at ${direction}, f.id ${direction}`;
}

/** Runs of a workflow that wait at one step of a version, or its deliveries that are tried again. */
export interface WaitingCount {
  workflowId: string;
  workflowIdentifier: string;
  workflowName: string;
  /** Null for deliveries. */
  versionId: string | null;
  position: number | null;
  count: number;
  /** More of the workflow wait than are counted. */
  isMore: boolean;
  nextDueAt: string;
}

/** Counts what waits, up to a bound for each workflow; deliveries up to the same bound for all. */
export async function countWaiting(
  db: Database,
  scope: Scope,
  { most = COUNTED_WAITING, ...filter }: WaitingFilter & { most?: number },
): Promise<WaitingCount[]> {
  const sql = db.$client;
  const order = sql`order by due_at, id`;
  const page = sql`${order} limit ${most + 1}`;
  const read = (where: Fragment) => sql`
    select workflow_id, workflow_version_id, position, due_at, id from runs where ${where} and due_at is not null and ${isShown(sql, filter)} ${page}`;
  return sql<WaitingCount[]>`
    with waiting as (${waitingRuns(db, scope, filter, { read, order })}),
    retrying as (${retriedDeliveries(db, scope, filter, { page, order, limit: most + 1 })}),
    counted as (
      select workflow_id, workflow_version_id, position, count(*)::int as count, min(due_at) as next_due_at,
        sum(count(*)) over (partition by workflow_id) > ${most} as is_more
      from waiting group by workflow_id, workflow_version_id, position
      union all
      select e.workflow_id, null, null, count(*)::int, min(d.due_at),
        (select count(*) from retrying) > ${most}
      from retrying d join events e on e.id = d.event_id group by e.workflow_id
    )
    select w.id as "workflowId", w.identifier as "workflowIdentifier", w.name as "workflowName",
      c.workflow_version_id as "versionId", c.position, c.count, c.is_more as "isMore", c.next_due_at::text as "nextDueAt"
    from counted c join workflows w on w.id = c.workflow_id
    order by c.next_due_at`;
}

interface RunPart {
  /** Makes the statement that reads the runs of a workflow or cohort, with its order and limit. */
  read: (where: Fragment) => Fragment;
  /** Of all together, by columns without the name of a table. */
  order: Fragment;
  /** Without one, each workflow and each cohort has a page of its own. */
  limit?: number;
}

interface DeliveryPart {
  /** Conditions, order and limit of the rows of each cohort, or of all. */
  page: Fragment;
  /** Of all together. */
  order: Fragment;
  limit: number;
}

/** Waiting runs, by the workflows of an environment or the cohorts of an event, whose numbers are small. */
function waitingRuns(
  db: Database,
  { environmentId }: Scope,
  { workflowId, transactionId }: WaitingFilter,
  { read, order, limit }: RunPart,
): Fragment {
  const sql = db.$client;
  const all = limit === undefined ? sql`` : sql`${order} limit ${limit}`;
  if (transactionId !== undefined) {
    return sql`
      select r.* from events e join cohorts c on c.event_id = e.id
      cross join lateral (${read(sql`cohort_id = c.id and expire_at = e.expire_at`)}) r
      where e.environment_id = ${environmentId} and e.transaction_id = ${transactionId}
        ${workflowId === undefined ? sql`` : sql`and e.workflow_id = ${workflowId}`} ${all}`;
  }
  return sql`
    select r.* from workflows w
    cross join lateral (${read(sql`workflow_id = w.id`)}) r
    where w.environment_id = ${environmentId} ${workflowId === undefined ? sql`` : sql`and w.id = ${workflowId}`} ${all}`;
}

function retriedDeliveries(
  db: Database,
  { environmentId }: Scope,
  { workflowId, transactionId }: WaitingFilter,
  { page, order, limit }: DeliveryPart,
): Fragment {
  const sql = db.$client;
  if (transactionId !== undefined) {
    return sql`
      select d.* from events e join cohorts c on c.event_id = e.id
      cross join lateral (
        select * from deliveries
        where cohort_id = c.id and expire_at = e.expire_at and state = 'open' and error is not null ${page}) d
      where e.environment_id = ${environmentId} and e.transaction_id = ${transactionId}
        ${workflowId === undefined ? sql`` : sql`and e.workflow_id = ${workflowId}`}
      ${order} limit ${limit}`;
  }
  return sql`
    select * from deliveries
    where environment_id = ${environmentId} and state = 'open' and error is not null
      ${workflowId === undefined ? sql`` : sql`and exists (select from events e where e.id = event_id and e.workflow_id = ${workflowId})`}
      ${page}`;
}
