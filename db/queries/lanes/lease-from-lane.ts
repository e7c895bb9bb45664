import type { Fragment } from "postgres";
import type { Channel } from "#contract/constants/channels.ts";
import type { Completion } from "#contract/constants/statuses.ts";
import type { Failover } from "#domain/lanes/failover.ts";
import type { Priority } from "#domain/lanes/priorities.ts";
import type { Database } from "../../client.ts";
import type { LeasedDelivery } from "../deliveries/lease-deliveries.ts";

const QUEUES = 50;

export interface Lane {
  organizationId: string;
  environmentId: string;
  integrationId: string;
  channel: Channel;
}

interface LeaseOptions {
  owner: string;
  now: Date;
  until: Date;
  /** At most this many deliveries, and this many bytes of requests (one delivery is taken whatever its size). */
  limit: number;
  bytes: number;
  /** Takes only those that another integration can send. */
  onlyWithNext?: boolean;
}

interface StoredDelivery {
  id: string;
  eventId: string;
  transactionId: string;
  cohortId: string;
  runId: string;
  jobId: string;
  messageId: string;
  messageExpireAt: string;
  providerId: string;
  attempt: number;
  request: Record<string, unknown>;
  bytes: number;
  failover: Failover | null;
  isBound: boolean;
  completion: Completion;
  validUntil: string | null;
  isOnly: boolean;
  isLast: boolean;
  firstLeasedAt: string;
  isNoted: boolean;
  priority: Priority;
  expireAt: string;
}

/**
 * Takes the deliveries of an integration whose turn it is: not leased, or with a lease that has ended. Critical ones come before those
 * of events for one, and these before broadcasts; within a priority, events take turns.
 */
export async function leaseFromLane(db: Database, lane: Lane, options: LeaseOptions): Promise<LeasedDelivery[]> {
  const { owner, now, until, limit, bytes, onlyWithNext = false } = options;
  const at = now.toISOString();
  const { integrationId } = lane;
  // As hasNext of domain/lanes/failover.ts.
  const withNext = db.$hot`and not is_bound and exists (
    select from jsonb_array_elements(failover -> 'options') as option
    where option ->> 'integrationId' <> ${integrationId} and option ->> 'isOut' is distinct from 'true')`;
  /** When the first delivery of a cohort is due that was not taken, of those that were refused before, or of those that were not. */
  const firstLeft = (isNew: Fragment) => db.$hot`(
    select o.due_at from deliveries o
    where o.cohort_id = q.cohort_id and o.expire_at = q.expire_at and o.integration_id = ${integrationId} and o.state = 'open'
      and (o.error is null) is ${isNew} and o.id not in (select id from leased)
    order by o.due_at limit 1)`;
  const rows = await db.$hot<StoredDelivery[]>`
    with turn as (
      select q.*, count(*) over (partition by q.priority) as sharing from (
        select cohort_id, event_id, transaction_id, expire_at, priority, due_at from lane_queues
        where integration_id = ${integrationId} and due_at <= ${at}
        order by priority, due_at limit ${QUEUES} for update skip locked
      ) as q
    ), due as (
      select q.cohort_id, q.transaction_id, q.expire_at, q.priority, d.id, d.bytes,
        -- However many cohorts an event has, it has one turn.
        row_number() over (partition by q.priority, q.event_id order by d.place, q.due_at) as place, q.due_at as turn_at
      from turn q cross join lateral (
        select o.id, o.bytes, row_number() over () as place from (
          select id, bytes from deliveries
          where cohort_id = q.cohort_id and expire_at = q.expire_at and integration_id = ${integrationId} and state = 'open'
            and due_at <= ${at} ${onlyWithNext ? withNext : db.$hot``}
          -- What was refused before goes first: it has waited longest.
          order by (error is null), due_at limit ceil(2.0 * ${limit}::int / q.sharing)::int
          for update skip locked
        ) as o
      ) as d
    ), chosen as (
      select c.*, sum(c.bytes) over (order by c.priority, c.place, c.turn_at, c.id) - c.bytes as before from (
        select * from due order by priority, place, turn_at, id limit ${limit}
      ) as c
    ), leased as (
      update deliveries d set lease_owner = ${owner}, due_at = ${until.toISOString()},
        first_leased_at = coalesce(d.first_leased_at, ${at}),
        -- Whoever held it has neither recorded an outcome nor given it back: it may have been sent.
        is_bound = d.is_bound or d.lease_owner is not null
      from chosen c
      where d.id = c.id and d.expire_at = c.expire_at and c.before < ${bytes}
      returning d.*, c.transaction_id, c.priority, c.place, c.turn_at
    ), served as (
      -- What was taken is due when its lease ends, should whoever took it die. The first of the others is found by index.
      select q.cohort_id, least(
        ${firstLeft(db.$hot`false`)}, ${firstLeft(db.$hot`true`)},
        case when q.cohort_id in (select cohort_id from leased) then ${until.toISOString()}::timestamptz end) as due_at
      from turn q
      where q.cohort_id in (select cohort_id from leased) or q.cohort_id not in (select cohort_id from due)
    ), moved as (
      update lane_queues q set due_at = greatest(s.due_at, ${at}::timestamptz) from served s
      where q.integration_id = ${integrationId} and q.cohort_id = s.cohort_id and s.due_at is not null
    ), ended as (
      delete from lane_queues q using served s
      where q.integration_id = ${integrationId} and q.cohort_id = s.cohort_id and s.due_at is null
    )
    select id, event_id as "eventId", transaction_id as "transactionId", cohort_id as "cohortId", run_id as "runId",
      job_id as "jobId", message_id as "messageId", message_expire_at as "messageExpireAt", provider_id as "providerId", attempt,
      request, bytes, failover, is_bound as "isBound", completion, valid_until as "validUntil", is_only as "isOnly", is_last as "isLast",
      first_leased_at as "firstLeasedAt", error is not null as "isNoted", priority, expire_at as "expireAt"
    from leased order by priority, place, turn_at, id`;
  return rows.map((row) => leasedDelivery(row, lane, options));
}

const leasedDelivery = (row: StoredDelivery, lane: Lane, { owner, until }: LeaseOptions): LeasedDelivery => ({
  ...row,
  ...lane,
  messageExpireAt: new Date(row.messageExpireAt),
  firstLeasedAt: new Date(row.firstLeasedAt),
  validUntil: row.validUntil === null ? null : new Date(row.validUntil),
  expireAt: new Date(row.expireAt),
  owner,
  leasedUntil: until,
});
