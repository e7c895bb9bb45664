import type { Channel } from "#contract/constants/channels.ts";
import type { Completion } from "#contract/constants/statuses.ts";
import type { Failover } from "#domain/lanes/failover.ts";
import type { Priority } from "#domain/lanes/priorities.ts";
import type { Database } from "../../client.ts";
import { columnsOf, rowsOf } from "../../sql/rows.ts";
import type { HotTransaction } from "../../transaction.ts";

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
  attempt: number;
  failover: Failover | null;
  isBound: boolean;
  /** Who holds the lease, and until when. */
  owner: string;
  leasedUntil: Date;
  /** When the first lease for this integration began, the same for every attempt. */
  firstLeasedAt: Date;
  request: Record<string, unknown>;
  bytes: number;
  completion: Completion;
  /** From then on it is not sent any more; null when it always is. */
  validUntil: Date | null;
  isOnly: boolean;
  isLast: boolean;
  /** Whether the run says already that it waits for another attempt. */
  isNoted: boolean;
  priority: Priority;
  expireAt: Date;
}

/**
 * The condition of deliveries `d` that are held by the leases of this alias. One that was stopped with its execution is held by
 * nobody. The state is a parameter, so that a plan cannot use the index of open deliveries, of which it would read all
 * (docs/decisions/012-plans-for-all-values.md).
 */
export const isHeld = (sql: HotTransaction, leases: string) => sql`
  d.id = ${sql(leases)}.id and d.expire_at = ${sql(leases)}.expire_at and d.lease_owner = ${sql(leases)}.owner
    and d.state = ${"open"}`;

const LEASES = columnsOf<Pick<LeasedDelivery, "id" | "expireAt" | "owner">>("l", {
  id: "uuid",
  expireAt: "timestamptz",
  owner: "uuid",
});

/**
 * Extends leases. Returns those that their owners still hold; the deliveries of the others have been taken by somebody
 * else, or were recorded meanwhile.
 */
export async function renewLeases<Lease extends Pick<LeasedDelivery, "id" | "expireAt" | "owner">>(
  db: Database,
  leases: readonly Lease[],
  until: Date,
): Promise<Set<Lease>> {
  const rows = await db.$hot<{ owner: string; id: string }[]>`
    update deliveries d set due_at = ${until.toISOString()}
    from ${rowsOf(db.$hot, LEASES, leases)}
    where ${isHeld(db.$hot, "l")}
    returning l.owner, l.id`;
  const keyOf = ({ owner, id }: { owner: string; id: string }) => `${owner} ${id}`;
  const renewed = new Set(rows.map(keyOf));
  return new Set(leases.filter((lease) => renewed.has(keyOf(lease))));
}
