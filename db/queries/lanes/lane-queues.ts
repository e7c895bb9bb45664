import type { Fragment } from "postgres";
import type { Channel } from "#contract/constants/channels.ts";
import { priorityKeys } from "#domain/lanes/priorities.ts";
import type { Database } from "../../client.ts";
import { columnsOf, rowsOf } from "../../sql/rows.ts";
import type { HotTransaction } from "../../transaction.ts";
import { isHeld, type LeasedDelivery } from "../deliveries/lease-deliveries.ts";
import type { Lane } from "./lease-from-lane.ts";

/** Returns a lane as a statement that fills its queue does. */
interface QueuedLane {
  integrationId: string;
  channel: Channel;
}

/**
 * The part of a statement that gives cohorts a turn in lanes, under the name `queued`. `source` is a select of `integration_id`, `channel`,
 * `cohort_id` and `due_at`, each lane and cohort once. A cohort that has its turn already keeps it.
 */
export const queuesPart = (sql: HotTransaction, source: Fragment, now: string): Fragment => sql`queued as (
    insert into lane_queues as q (integration_id, cohort_id, organization_id, environment_id, event_id, transaction_id, channel,
      priority, expire_at, due_at)
    select s.integration_id, c.id, c.organization_id, c.environment_id, c.event_id, e.transaction_id, s.channel,
      case when w.critical then ${priorityKeys.critical}::int when e.audience = 'direct' then ${priorityKeys.direct}::int
        else ${priorityKeys.broadcast}::int end,
      c.expire_at, greatest(s.due_at, ${now}::timestamptz)
    from (${source}) as s
    join cohorts c on c.id = s.cohort_id
    join events e on e.id = c.event_id
    left join workflows w on w.id = e.workflow_id
    on conflict (integration_id, cohort_id) do update set due_at = excluded.due_at
      where q.due_at > excluded.due_at and q.due_at > ${now}::timestamptz
    returning organization_id, environment_id, integration_id, channel
  )`;

/** When the next delivery of a lane has its turn; null when none is left. */
export async function nextDueInLane(
  db: Database,
  { integrationId }: Pick<Lane, "integrationId">,
): Promise<Date | null> {
  const [row] = await db.$hot<{ dueAt: string | null }[]>`
    select min(due_at) as "dueAt" from lane_queues where integration_id = ${integrationId}`;
  return row?.dueAt ? new Date(row.dueAt) : null;
}

/** Lanes whose turn has come before that moment, which it has only when nobody serves them, or their vendor takes nothing. */
export function findOverdueLanes(db: Database, before: Date, limit: number): Promise<Lane[]> {
  return db.$client<Lane[]>`
    select q.organization_id as "organizationId", q.environment_id as "environmentId", q.integration_id as "integrationId", q.channel
    from lane_queues q left join lanes l on l.integration_id = q.integration_id
    where q.due_at < ${before.toISOString()}
      and coalesce((l.pace ->> 'blockedUntil')::float8, 0) <= ${before.getTime()}
    group by 1, 2, 3, 4
    order by min(q.due_at) limit ${limit}`;
}

/** How many deliveries wait for an integration. Counts up to `limit`. */
export async function countWaiting(db: Database, integrationId: string, limit: number): Promise<number> {
  const [row] = await db.$client<{ count: number }[]>`
    select count(*)::int as count from (
      select from lane_queues q join deliveries d on d.cohort_id = q.cohort_id and d.expire_at = q.expire_at
        and d.integration_id = q.integration_id and d.state = 'open'
      where q.integration_id = ${integrationId} limit ${limit}) as waiting`;
  return row?.count ?? 0;
}

interface Postponed {
  delivery: Pick<LeasedDelivery, "id" | "expireAt" | "owner">;
  dueAt: Date;
  isTried: boolean;
}

const POSTPONED = columnsOf<Postponed>(
  "l",
  { dueAt: "timestamptz", isTried: "boolean" },
  {
    id: ["uuid", ({ delivery }) => delivery.id],
    expireAt: ["timestamptz", ({ delivery }) => delivery.expireAt],
    owner: ["uuid", ({ delivery }) => delivery.owner],
  },
);

/**
 * Gives leases back before anything was sent: the deliveries have their turn in their lanes at `dueAt`. `isTried`: the time until which it
 * is tried counts from now on. Returns the lanes that got something.
 */
export async function postponeDeliveries(
  db: Database,
  postponed: readonly Postponed[],
  now: Date,
): Promise<(QueuedLane & { organizationId: string; environmentId: string })[]> {
  return db.$hot`
    with l as (
      select * from ${rowsOf(db.$hot, POSTPONED, postponed)}
    ), given as (
      update deliveries d set lease_owner = null, due_at = l.due_at,
        -- Whoever has only waited for its turn has not been tried.
        first_leased_at = case when d.attempt = 0 and d.error is null and not l.is_tried then null else d.first_leased_at end
      from l where ${isHeld(db.$hot, "l")}
      returning d.integration_id, d.channel, d.cohort_id, d.due_at
    ), ${queuesPart(
      db.$hot,
      db.$hot`select integration_id, channel, cohort_id, min(due_at) as due_at from given group by 1, 2, 3`,
      now.toISOString(),
    )}
    select distinct organization_id as "organizationId", environment_id as "environmentId", integration_id as "integrationId", channel
    from queued`;
}
