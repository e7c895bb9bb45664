import {
  FAILURE_GROUP_PEOPLE_MAX,
  FAILURE_GROUP_RUNS,
  FAILURE_GROUPS_MAX,
  type FailureGroupState,
} from "#contract/constants/activity/failure-groups.ts";
import { coarseTraits, type FailureTraits, fingerprintOf, traitsOf } from "#domain/failures/fingerprint.ts";
import { type Frequency, frequencyAfter } from "#domain/failures/frequency.ts";
import { type GroupLife, lifeAfter, NEW_LIFE } from "#domain/failures/group-life.ts";
import { failureGroupIdOf } from "../../derived-ids.ts";
import type { LatestRun } from "../../schema/runs/failure-groups.ts";
import { columnsOf, rowsOf } from "../../sql/rows.ts";
import { storableJson } from "../../storable.ts";
import type { RareTransaction } from "../../transaction.ts";
import { frequencyRules } from "./alerts/alert-rules.ts";
import { type GroupChange, noteGroupChanges } from "./note-group-changes.ts";
import type { Failure } from "./read-failures.ts";

/** A failure, and its moment in milliseconds since 1970. */
type TimedFailure = Omit<Failure, "at"> & { at: number };

interface GroupedFailures {
  id: string;
  traits: FailureTraits;
  /** Oldest first. */
  failures: TimedFailure[];
}

interface KnownGroup extends GroupLife {
  id: string;
  people: number;
  latestRuns: LatestRun[];
  frequency: Frequency | null;
}

/** Adds failed steps of an environment, oldest first, to their groups. The caller has to keep others from counting the environment meanwhile. */
export async function countGroups(
  sql: RareTransaction,
  environmentId: string,
  failures: readonly Failure[],
): Promise<void> {
  if (failures.length === 0) return;
  const groups = await boundedGroups(sql, environmentId, failures);
  const ids = groups.map(({ id }) => id);
  // In their order, so that members who change several groups wait for the pass instead of deadlocking.
  const known = await sql<KnownGroup[]>`
    select id, people, latest_runs as "latestRuns", state, extract(epoch from state_at)::float8 * 1000 as "stateAt", ignore_rule as rule,
      ignored_failures as "ignoredFailures", extract(epoch from ignored_minute)::float8 * 1000 as "ignoredMinute",
      ignored_in_minute as "ignoredInMinute", frequency
    from failure_groups where id = any(${ids}::uuid[]) order by id for update`;
  const knownOf = new Map(known.map((group) => [group.id, group]));
  const rules = await frequencyRules(sql, environmentId);
  const changes: GroupChange[] = [];
  const rows = groups.map((group) => {
    const before = knownOf.get(group.id);
    const { life, cameBackWith } = lifeAfter<TimedFailure>(before ?? NEW_LIFE, group.failures);
    const { id: groupId, traits } = group;
    if (!before) changes.push({ groupId, traits, became: "new" });
    else if (cameBackWith) changes.push({ groupId, traits, became: "again" });
    const counted =
      rules.length > 0
        ? frequencyAfter(
            before?.frequency ?? null,
            group.failures.map(({ at }) => at),
            rules,
          )
        : null;
    if (counted && counted.raised.length > 0 && life.state === "open")
      changes.push({ groupId, traits, became: "frequent", ruleIds: counted.raised });
    const frequency = counted?.frequency ?? null;
    return rowOf(group, { life, frequency, ...(before && { before }), ...(cameBackWith && { cameBackWith }) });
  });
  await storeGroups(sql, environmentId, rows);
  await storeHours(sql, environmentId, groups);
  const countsPeople = groups.filter(({ id }) => (knownOf.get(id)?.people ?? 0) <= FAILURE_GROUP_PEOPLE_MAX);
  await storePeople(sql, environmentId, countsPeople);
  await noteGroupChanges(sql, environmentId, changes);
}

/** Groups failures; those that would take the environment beyond its number of groups by fewer traits. */
async function boundedGroups(
  sql: RareTransaction,
  environmentId: string,
  failures: readonly Failure[],
): Promise<GroupedFailures[]> {
  const groups = grouped(
    environmentId,
    failures.map((failure) => [traitsOf(failure), timed(failure)] as const),
  );
  const [row] = await sql<{ known: string[]; count: number }[]>`
    select array(select id from failure_groups where id = any(${groups.map(({ id }) => id)}::uuid[])) as known,
      (select count(*)::int from failure_groups where environment_id = ${environmentId}) as count`;
  const known = new Set(row?.known);
  let room = FAILURE_GROUPS_MAX - (row?.count ?? 0);
  if (groups.length - known.size <= room) return groups;
  const bounded = groups.flatMap(({ id, traits, failures: own }) => {
    const isWhole = known.has(id) || room > 0;
    if (isWhole && !known.has(id)) room -= 1;
    return own.map((failure) => [isWhole ? traits : coarseTraits(traits), failure] as const);
  });
  return grouped(environmentId, bounded);
}

const timed = (failure: Failure): TimedFailure => ({ ...failure, at: new Date(failure.at).getTime() });

function grouped(
  environmentId: string,
  failures: readonly (readonly [FailureTraits, TimedFailure])[],
): GroupedFailures[] {
  const groups = new Map<string, GroupedFailures>();
  for (const [traits, failure] of failures) {
    const id = failureGroupIdOf(environmentId, fingerprintOf(traits));
    const group = groups.get(id) ?? { id, traits, failures: [] };
    group.failures.push(failure);
    groups.set(id, group);
  }
  for (const group of groups.values()) group.failures.sort((one, other) => one.at - other.at);
  return [...groups.values()];
}

interface GroupRow extends FailureTraits {
  id: string;
  first: string;
  last: string;
  failures: number;
  latest: LatestRun[];
  state: FailureGroupState;
  ignoredFailures: number;
  ignoredMinute: string | null;
  ignoredInMinute: number;
  frequency: Frequency | null;
  cameBackAt: string | null;
  cameBackFrom: FailureGroupState | null;
  cameBackWorkflowId: string | null;
  cameBackVersion: number | null;
}

const momentOf = (at: number): string => new Date(at).toISOString();

function rowOf(
  { id, traits, failures }: GroupedFailures,
  {
    before,
    life,
    frequency,
    cameBackWith,
  }: { before?: KnownGroup; life: GroupLife; frequency: Frequency | null; cameBackWith?: TimedFailure },
): GroupRow {
  const { stepType, providerId, reason, code, text } = traits;
  const runs = failures.map(({ runId, at }) => ({ runId, at: momentOf(at) })).reverse();
  const latest = [
    ...new Map([...runs, ...(before?.latestRuns ?? [])].reverse().map((run) => [run.runId, run])).values(),
  ];
  return {
    id,
    stepType,
    providerId,
    reason,
    code,
    text,
    first: momentOf(failures[0]?.at ?? 0),
    last: momentOf(failures.at(-1)?.at ?? 0),
    failures: failures.length,
    latest: latest.sort((one, other) => (one.at < other.at ? 1 : -1)).slice(0, FAILURE_GROUP_RUNS),
    state: life.state,
    ignoredFailures: life.ignoredFailures,
    ignoredMinute: life.ignoredMinute === null ? null : momentOf(life.ignoredMinute),
    ignoredInMinute: life.ignoredInMinute,
    frequency,
    cameBackAt: cameBackWith ? momentOf(cameBackWith.at) : null,
    cameBackFrom: cameBackWith ? (before?.state ?? null) : null,
    cameBackWorkflowId: cameBackWith?.workflowId ?? null,
    cameBackVersion: cameBackWith?.version ?? null,
  };
}

/** Stores new groups, and adds to known ones. One that came back loses what was decided about it. */
async function storeGroups(sql: RareTransaction, environmentId: string, rows: readonly GroupRow[]): Promise<void> {
  await sql`
    insert into failure_groups as g (id, organization_id, environment_id, step_type, provider_id, reason, code, text, first_seen, last_seen,
      failures, latest_runs, state, ignored_failures, ignored_minute, ignored_in_minute, frequency, came_back_at, came_back_from,
      came_back_workflow_id, came_back_version)
    select f.id, e.organization_id, e.id, f."stepType", f."providerId", f.reason, f.code, f.text, f.first, f.last, f.failures, f.latest, f.state,
      f."ignoredFailures", f."ignoredMinute", f."ignoredInMinute", f.frequency, f."cameBackAt", f."cameBackFrom", f."cameBackWorkflowId",
      f."cameBackVersion"
    from environments e, jsonb_to_recordset(${storableJson(rows)}::text::jsonb) as f (id uuid, "stepType" text, "providerId" text, reason text,
      code text, text text, first timestamptz, last timestamptz, failures int, latest jsonb, state text, "ignoredFailures" int,
      "ignoredMinute" timestamptz, "ignoredInMinute" int, frequency jsonb, "cameBackAt" timestamptz, "cameBackFrom" text, "cameBackWorkflowId" uuid,
      "cameBackVersion" int)
    where e.id = ${environmentId}
    on conflict (id) do update set last_seen = greatest(g.last_seen, excluded.last_seen),
      failures = g.failures + excluded.failures, latest_runs = excluded.latest_runs, state = excluded.state,
      ignored_failures = excluded.ignored_failures, ignored_minute = excluded.ignored_minute,
      ignored_in_minute = excluded.ignored_in_minute, frequency = excluded.frequency,
      state_at = case when excluded.came_back_at is null then g.state_at end,
      state_by = case when excluded.came_back_at is null then g.state_by end,
      state_reason = case when excluded.came_back_at is null then g.state_reason end,
      ignore_rule = case when excluded.came_back_at is null then g.ignore_rule end,
      came_back_at = coalesce(excluded.came_back_at, g.came_back_at),
      came_back_from = coalesce(excluded.came_back_from, g.came_back_from),
      came_back_workflow_id = coalesce(excluded.came_back_workflow_id, g.came_back_workflow_id),
      came_back_version = coalesce(excluded.came_back_version, g.came_back_version)`;
}

const HOURS = columnsOf<Pick<Failure, "workflowId" | "version" | "hour"> & { id: string }>(
  "f",
  { workflowId: "uuid", version: "int" },
  { groupId: ["uuid", ({ id }) => id], hour: ["timestamptz", ({ hour }) => momentOf(hour)] },
);

async function storeHours(
  sql: RareTransaction,
  environmentId: string,
  groups: readonly GroupedFailures[],
): Promise<void> {
  const all = groups.flatMap(({ id, failures }) => failures.map((failure) => ({ ...failure, id })));
  await sql`
    insert into failure_group_hours as h (environment_id, group_id, hour, workflow_id, version, failures)
    select ${environmentId}, group_id, hour, workflow_id, version, count(*)
    from ${rowsOf(sql, HOURS, all)}
    group by group_id, hour, workflow_id, version
    on conflict (group_id, hour, workflow_id, version) do update set failures = h.failures + excluded.failures`;
}

const PEOPLE = columnsOf<{ id: string; subscriberId: string }>(
  "f",
  { subscriberId: "uuid" },
  { groupId: ["uuid", ({ id }) => id] },
);

/** Adds the subscribers of failures, but deleted ones: an erasure may have removed their rows already. */
async function storePeople(
  sql: RareTransaction,
  environmentId: string,
  groups: readonly GroupedFailures[],
): Promise<void> {
  const all = groups.flatMap(({ id, failures }) => failures.map(({ subscriberId }) => ({ id, subscriberId })));
  await sql`
    with added as (
      insert into failure_group_people (environment_id, group_id, subscriber_id)
      select distinct s.environment_id, f.group_id, s.id
      from ${rowsOf(sql, PEOPLE, all)}
      join subscribers s on s.id = f.subscriber_id
      where s.environment_id = ${environmentId} and s.deleted_at is null
      on conflict do nothing returning group_id
    )
    update failure_groups g set people = g.people + a.people
    from (select group_id, count(*)::int as people from added group by group_id) a where g.id = a.group_id`;
}
