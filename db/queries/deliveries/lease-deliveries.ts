import type { Channel } from "#contract/constants/channels.ts";
import type { Completion } from "#contract/constants/statuses.ts";
import type { Failover } from "#domain/failover.ts";
import type { Database } from "../../client.ts";
import type { EventRow } from "../events/insert-event.ts";

/** A delivery that somebody has taken to send it. */
export interface LeasedDelivery {
  id: string;
  organizationId: string;
  environmentId: string;
  eventId: string;
  transactionId: string;
  cohortId: string;
  runId: string;
  jobId: string;
  messageId: string;
  messageExpireAt: Date;
  channel: Channel;
  integrationId: string;
  providerId: string;
  /** Sends through the integration that were begun before. */
  attempt: number;
  failover: Failover | null;
  /** Who holds the lease, and until when. */
  owner: string;
  leasedUntil: Date;
  /** When the first lease for this integration began, the same for every attempt. */
  firstLeasedAt: Date;
  request: Record<string, unknown>;
  /** Size of the request as JSON. */
  bytes: number;
  completion: Completion;
  /** From then on it is not sent any more; null when it always is. */
  validUntil: Date | null;
  isOnly: boolean;
  isLast: boolean;
  expireAt: Date;
}

interface LeaseOptions {
  cohortId: string;
  channel: Channel;
  owner: string;
  now: Date;
  until: Date;
  /** At most this many deliveries, and this many bytes of requests (one delivery is taken whatever its size). */
  limit: number;
  bytes: number;
}

type StoredDelivery = Omit<
  LeasedDelivery,
  | "organizationId"
  | "environmentId"
  | "eventId"
  | "transactionId"
  | "cohortId"
  | "messageExpireAt"
  | "firstLeasedAt"
  | "owner"
  | "leasedUntil"
  | "expireAt"
  | "validUntil"
> & { messageExpireAt: string; firstLeasedAt: string; validUntil: string | null };

/** Takes deliveries of a cohort that may be sent now: not leased, or with a lease that has ended. */
export async function leaseDeliveries(
  db: Database,
  event: EventRow,
  { cohortId, channel, owner, now, until, limit, bytes }: LeaseOptions,
): Promise<LeasedDelivery[]> {
  const expireAt = event.expireAt.toISOString();
  const rows = await db.$hot<StoredDelivery[]>`
    with due as (
      select id, bytes from deliveries
      where cohort_id = ${cohortId} and expire_at = ${expireAt} and state = 'open' and due_at <= ${now.toISOString()}
        and channel = ${channel}
      order by due_at, id limit ${limit}
      for update skip locked
    ), sized as (
      select id, sum(bytes) over (order by id) - bytes as before from due
    )
    update deliveries d set lease_owner = ${owner}, due_at = ${until.toISOString()},
      first_leased_at = coalesce(d.first_leased_at, ${now.toISOString()}),
      -- Whoever held it has neither recorded an outcome nor given it back: it may have been sent.
      failover = case when d.lease_owner is not null then jsonb_set(d.failover, '{isBound}', 'true') else d.failover end
    from sized
    where d.id = sized.id and d.expire_at = ${expireAt} and sized.before < ${bytes}
    returning d.id, d.run_id as "runId", d.job_id as "jobId", d.message_id as "messageId",
      d.message_expire_at as "messageExpireAt", d.channel, d.integration_id as "integrationId",
      d.provider_id as "providerId", d.attempt, d.request, d.bytes, d.failover, d.completion, d.valid_until as "validUntil",
      d.is_only as "isOnly", d.is_last as "isLast", d.first_leased_at as "firstLeasedAt"`;
  const { organizationId, environmentId, transactionId } = event;
  return rows.map((row) => ({
    ...row,
    messageExpireAt: new Date(row.messageExpireAt),
    firstLeasedAt: new Date(row.firstLeasedAt),
    eventId: event.id,
    validUntil: row.validUntil === null ? null : new Date(row.validUntil),
    organizationId,
    environmentId,
    transactionId,
    cohortId,
    owner,
    leasedUntil: until,
    expireAt: event.expireAt,
  }));
}

/**
 * The condition of deliveries `d` that the leases `l` still hold. The state is a parameter, so that a plan cannot use the
 * index of open deliveries, of which it would read all (docs/decisions/012-plans-for-all-values.md).
 */
const isHeld = ({ $hot: sql }: Database) => sql`
  d.id = l.id and d.expire_at = l.expire_at and d.lease_owner = l.owner and d.state = ${"open"}`;

/**
 * Extends leases. Returns the ids of the deliveries that the owner still holds; the others have been taken by somebody
 * else, or were recorded meanwhile.
 */
export async function renewLeases(
  db: Database,
  leases: readonly Pick<LeasedDelivery, "id" | "expireAt" | "owner">[],
  until: Date,
): Promise<Set<string>> {
  const rows = await db.$hot<{ id: string }[]>`
    update deliveries d set due_at = ${until.toISOString()}
    from unnest(${leases.map(({ id }) => id)}::uuid[], ${leases.map((l) => l.expireAt.toISOString())}::text[]::timestamptz[],
      ${leases.map(({ owner }) => owner)}::uuid[]) as l (id, expire_at, owner)
    where ${isHeld(db)}
    returning d.id`;
  return new Set(rows.map(({ id }) => id));
}

/** Gives leases back: the deliveries may be sent by anybody at once. */
export async function releaseLeases(
  db: Database,
  leases: readonly Pick<LeasedDelivery, "id" | "expireAt" | "owner">[],
  now: Date,
): Promise<void> {
  await db.$hot`
    update deliveries d set lease_owner = null, due_at = ${now.toISOString()}
    from unnest(${leases.map(({ id }) => id)}::uuid[], ${leases.map((l) => l.expireAt.toISOString())}::text[]::timestamptz[],
      ${leases.map(({ owner }) => owner)}::uuid[]) as l (id, expire_at, owner)
    where ${isHeld(db)}`;
}
