import type { Database } from "../../client.ts";
import { PRESENCE_LEASE_SECONDS } from "../presence/lease.ts";

/** Counts end here. */
const LANE_COUNTED = 1_000;
const LANES_SHOWN = 50;
const PROCESSES = 100;

export interface LaneState {
  integrationId: string;
  environmentId: string;
  name: string;
  waiting: { count: number; isMore: boolean };
  dueAt: string | null;
  perSecond: number;
  blockedUntil: string | null;
}

/** Lists the lanes of an organisation in which something waits, or of which the pace is known, the longest waiting first. */
export async function readLanes(db: Database, organizationId: string): Promise<LaneState[]> {
  const rows = await db.$client<(Omit<LaneState, "waiting"> & { waiting: number })[]>`
    with clock as (select extract(epoch from clock_timestamp())::float8 * 1000 as now)
    select i.id as "integrationId", i.environment_id as "environmentId", i.name, next.waiting,
      to_json(next.due_at) #>> '{}' as "dueAt",
      case when (l.pace ->> 'ratedAt')::float8 > clock.now - 60000 then coalesce((l.pace ->> 'rate')::float8, 0) else 0 end as "perSecond",
      case when (l.pace ->> 'blockedUntil')::float8 > clock.now
        then to_json(to_timestamp((l.pace ->> 'blockedUntil')::float8 / 1000)) #>> '{}' end as "blockedUntil"
    from clock, integrations i left join lanes l on l.integration_id = i.id
    cross join lateral (
      select (select min(due_at) from lane_queues where integration_id = i.id) as due_at, (
        select count(*)::int from (
          select from lane_queues q join deliveries d on d.cohort_id = q.cohort_id and d.expire_at = q.expire_at
            and d.integration_id = q.integration_id and d.state = 'open'
          where q.integration_id = i.id limit ${LANE_COUNTED + 1}) as deliveries) as waiting) as next
    where i.organization_id = ${organizationId} and i.deleted_at is null and (next.due_at is not null or l.pace is not null)
    order by next.due_at nulls last, i.name limit ${LANES_SHOWN}`;
  return rows.map(({ waiting, ...lane }) => ({ ...lane, waiting: capped(waiting) }));
}

export interface ProcessState {
  id: string;
  seenAt: string;
  isGone: boolean;
  inboxes: { count: number; isMore: boolean };
}

/** Lists the processes of the API with the inboxes that they hold sockets of, those that were seen last first. */
export async function readProcesses(db: Database): Promise<ProcessState[]> {
  const rows = await db.$client<(Omit<ProcessState, "inboxes"> & { inboxes: number })[]>`
    select a.id, to_json(a.seen_at) #>> '{}' as "seenAt",
      a.seen_at < clock_timestamp() - make_interval(secs => ${PRESENCE_LEASE_SECONDS}) as "isGone",
      (select count(*)::int from (select from presences where process_id = a.id limit ${LANE_COUNTED + 1}) as held) as inboxes
    from api_processes a order by a.seen_at desc limit ${PROCESSES}`;
  return rows.map(({ inboxes, ...process }) => ({ ...process, inboxes: capped(inboxes) }));
}

const capped = (count: number) => ({ count: Math.min(count, LANE_COUNTED), isMore: count > LANE_COUNTED });
