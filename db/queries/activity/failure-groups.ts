import type { FailureGroupOrder, FailureGroupState, IgnoreRule } from "#contract/constants/activity/failure-groups.ts";
import { notFound } from "#domain/errors.ts";
import type { Database } from "../../client.ts";
import type { failureGroups } from "../../schema/runs/failure-groups.ts";
import type { Scope } from "../../scope.ts";
import { storableText } from "../../storable.ts";
import { type Executor, type Transaction, taggedOf } from "../../transaction.ts";

type Stored = typeof failureGroups.$inferSelect;

/** A group, with moments as Postgres writes them. */
export interface FailureGroupRow
  extends Pick<
    Stored,
    | "id"
    | "organizationId"
    | "environmentId"
    | "stepType"
    | "providerId"
    | "reason"
    | "code"
    | "text"
    | "people"
    | "latestRuns"
    | "state"
    | "stateBy"
    | "stateReason"
    | "ignoreRule"
    | "cameBackFrom"
    | "cameBackWorkflowId"
    | "cameBackVersion"
  > {
  failures: number;
  firstSeen: string;
  lastSeen: string;
  stateAt: string | null;
  cameBackAt: string | null;
  /** Null where it is deleted. */
  cameBackWorkflow: string | null;
  /** Failures of the last 24 hours of UTC, oldest first. */
  hours: number[];
}

export interface FailureGroupSearch {
  state?: FailureGroupState | undefined;
  since?: string | undefined;
  workflowId?: string | undefined;
  providerId?: string | undefined;
}

/** A place of a list: the moment or the number by which it is ordered, as Postgres writes it, and the id. */
export interface GroupPlace {
  at: string;
  id: string;
}

interface GroupWindow {
  order: FailureGroupOrder;
  after: GroupPlace | null;
  /** Reads backwards from here; there is no `after` then. */
  before: GroupPlace | null;
  limit: number;
}

const HOURS = 24;

const columns = (db: Executor) => {
  const sql = taggedOf(db);
  return sql`g.id, g.organization_id as "organizationId", g.environment_id as "environmentId", g.step_type as "stepType",
    g.provider_id as "providerId", g.reason, g.code, g.text, g.first_seen::text as "firstSeen", g.last_seen::text as "lastSeen",
    g.failures::float8 as failures, g.people, g.latest_runs as "latestRuns", g.state, g.state_at::text as "stateAt",
    g.state_by as "stateBy", g.state_reason as "stateReason", g.ignore_rule as "ignoreRule", g.came_back_at::text as "cameBackAt",
    g.came_back_from as "cameBackFrom", g.came_back_workflow_id as "cameBackWorkflowId", g.came_back_version as "cameBackVersion",
    (select w.name from workflows w where w.id = g.came_back_workflow_id and w.deleted_at is null) as "cameBackWorkflow",
    array(
      select coalesce(sum(h.failures), 0)::int
      from generate_series(date_trunc('hour', now(), 'UTC') - make_interval(hours => ${HOURS - 1}), now(), interval '1 hour') as of (hour)
      left join failure_group_hours h on h.group_id = g.id and h.hour = of.hour
      group by of.hour order by of.hour) as hours`;
};

/** Groups of an environment after or before a place, of which an environment has some thousands at most. */
export function listFailureGroups(
  db: Database,
  { environmentId }: Scope,
  { state, since, workflowId, providerId }: FailureGroupSearch,
  { order, after, before, limit }: GroupWindow,
): Promise<FailureGroupRow[]> {
  const sql = db.$client;
  const [by, type] = order === "most" ? ["failures", "bigint"] : ["last_seen", "timestamptz"];
  const place = after ?? before;
  const direction = sql.unsafe(before ? "asc" : "desc");
  return sql<FailureGroupRow[]>`
    select ${columns(db)} from (
      select * from failure_groups
      where environment_id = ${environmentId}
        ${state === undefined ? sql`` : sql`and state = ${state}`}
        ${since === undefined ? sql`` : sql`and last_seen >= ${since}::timestamptz`}
        ${providerId === undefined ? sql`` : sql`and provider_id = ${providerId}`}
        ${
          workflowId === undefined
            ? sql``
            : sql`and exists (select from failure_group_hours h where h.group_id = failure_groups.id and h.workflow_id = ${workflowId})`
        }
        ${
          place === null
            ? sql``
            : sql`and (${sql(by)}, id) ${sql.unsafe(before ? ">" : "<")} (${place.at}::text::${sql.unsafe(type)}, ${place.id}::uuid)`
        }
      order by ${sql(by)} ${direction}, id ${direction} limit ${limit}) g
    order by g.${sql(by)} ${direction}, g.id ${direction}`;
}

/** Throws `not_found`. */
export async function getFailureGroup(db: Executor, { environmentId }: Scope, id: string): Promise<FailureGroupRow> {
  const [row] = await taggedOf(db)<FailureGroupRow[]>`
    select ${columns(db)} from failure_groups g where g.environment_id = ${environmentId} and g.id = ${id}`;
  if (!row) throw notFound(`No failure group with id ${id} exists in this environment`);
  return row;
}

/** Failures of a group with a version of a workflow. */
export interface VersionFailures {
  workflowId: string;
  /** Null where it is deleted. */
  workflow: string | null;
  /** 0 where it is deleted. */
  version: number;
  failures: number;
  firstHour: string;
  lastHour: string;
}

const VERSIONS = 100;

/** Counts the failures of a group by the versions of workflows, the latest first. */
export const failuresByVersion = (db: Executor, groupId: string): Promise<VersionFailures[]> =>
  taggedOf(db)<VersionFailures[]>`
    select v.*, (select w.name from workflows w where w.id = v."workflowId" and w.deleted_at is null) as workflow from (
      select workflow_id as "workflowId", version, sum(failures)::float8 as failures, min(hour)::text as "firstHour", max(hour)::text as "lastHour"
      from failure_group_hours where group_id = ${groupId}
      group by workflow_id, version order by max(hour) desc, workflow_id, version desc limit ${VERSIONS}) v
    order by v."lastHour" desc, v."workflowId", v.version desc`;

export interface GroupRun {
  runId: string;
  workflowId: string;
  /** Null where it is deleted. */
  workflow: string | null;
  subscriberId: string | null;
}

/** The runs of these ids that are still kept, in any order. */
export const findGroupRuns = (db: Executor, runIds: readonly string[]): Promise<GroupRun[]> =>
  taggedOf(db)<GroupRun[]>`
    select r.id as "runId", r.workflow_id as "workflowId", w.name as workflow, s.subscriber_id as "subscriberId"
    from runs r left join workflows w on w.id = r.workflow_id and w.deleted_at is null
      left join subscribers s on s.id = r.subscriber_id and s.deleted_at is null
    where r.id = any(${[...runIds]}::uuid[])`;

interface Decision {
  state: FailureGroupState;
  rule: IgnoreRule | null;
  reason: string | undefined;
  by: { userId: string; keyEnd?: string } | undefined;
}

/** Stores what somebody has decided about a group, which forgets that it came back. Throws `not_found`. */
export async function decideFailureGroup(
  transaction: Transaction,
  { environmentId }: Scope,
  id: string,
  { state, rule, reason, by }: Decision,
): Promise<void> {
  const sql = taggedOf(transaction);
  const isOpen = state === "open";
  const { count } = await sql`
    update failure_groups set state = ${state}, state_at = case when ${isOpen} then null else clock_timestamp() end,
      state_by = case when ${isOpen} then null else (
        select jsonb_strip_nulls(jsonb_build_object('name', trim(concat_ws(' ', first_name, last_name)), 'keyEnd', ${by?.keyEnd ?? null}::text))
        from users where id = ${by?.userId ?? null}) end,
      state_reason = ${reason === undefined ? null : storableText(reason)}, ignore_rule = ${rule && JSON.stringify(rule)}::text::jsonb,
      ignored_failures = 0, ignored_minute = null, ignored_in_minute = 0,
      came_back_at = null, came_back_from = null, came_back_workflow_id = null, came_back_version = null
    where environment_id = ${environmentId} and id = ${id}`;
  if (count === 0) throw notFound(`No failure group with id ${id} exists in this environment`);
}
