import type { Channel } from "#contract/constants/channels.ts";
import type { Database } from "#db/client.ts";
import type { AwaitedReceipt } from "#db/schema/deliveries.ts";
import type { Scope } from "#db/scope.ts";
import { columnsOf, rowsOf } from "#db/sql/rows.ts";
import { inRareTransaction } from "#db/transaction.ts";
import { removeDeviceTokens } from "../../deliveries/remove-device-tokens.ts";
import { type ReceiptToStore, storeReceipts } from "../../reports/store-receipts.ts";

/** A sent delivery that its vendor is asked about. */
export interface AskedDelivery extends Scope {
  id: string;
  runId: string;
  jobId: string;
  messageId: string;
  messageExpireAt: Date;
  channel: Channel;
  integrationId: string;
  providerId: string;
  receipt: AwaitedReceipt;
  expireAt: Date;
}
type AskedRow = Omit<AskedDelivery, "messageExpireAt" | "expireAt"> & { messageExpireAt: string; expireAt: string };

/** When the next vendor is to be asked; null when none is. */
export async function nextReceipt(db: Database): Promise<Date | null> {
  const [row] = await db.$client<{ at: string }[]>`
    select receipt_due_at as at from deliveries where receipt_due_at is not null order by receipt_due_at limit 1`;
  return row ? new Date(row.at) : null;
}

/** Takes deliveries whose receipts are due; until `until` nobody else takes them. */
export async function takeReceipts(
  db: Database,
  { now, until, limit }: { now: Date; until: Date; limit: number },
): Promise<AskedDelivery[]> {
  const rows = await db.$client<AskedRow[]>`
    with due as materialized (
      select id, expire_at from deliveries where receipt_due_at <= ${now.toISOString()}
      order by receipt_due_at limit ${limit} for update skip locked
    )
    update deliveries d set receipt_due_at = ${until.toISOString()}
    from due where d.id = due.id and d.expire_at = due.expire_at
    returning d.id, d.organization_id as "organizationId", d.environment_id as "environmentId", d.run_id as "runId",
      d.job_id as "jobId", d.message_id as "messageId", d.message_expire_at as "messageExpireAt", d.channel,
      d.integration_id as "integrationId", d.provider_id as "providerId", d.receipt, d.expire_at as "expireAt"`;
  return rows.map((row) => ({
    ...row,
    messageExpireAt: new Date(row.messageExpireAt),
    expireAt: new Date(row.expireAt),
  }));
}

type Key = Pick<AskedDelivery, "id" | "expireAt">;

const POSTPONED = columnsOf<{ delivery: Key; dueAt: Date | null }>(
  "p",
  { dueAt: "timestamptz" },
  { id: ["uuid", ({ delivery }) => delivery.id], expireAt: ["timestamptz", ({ delivery }) => delivery.expireAt] },
);

/** Has deliveries asked about again at their moments; null: nobody asks any more. Those that were answered meanwhile stay so. */
export async function postponeReceipts(
  db: Database,
  postponed: readonly { delivery: Key; dueAt: Date | null }[],
): Promise<void> {
  if (postponed.length === 0) return;
  await db.$client`
    update deliveries d set receipt_due_at = p.due_at, receipt = case when p.due_at is null then null else d.receipt end
    from ${rowsOf(db.$client, POSTPONED, postponed)}
    where d.id = p.id and d.expire_at = p.expire_at and d.receipt is not null`;
}

/** Answer of a vendor about a delivery that was taken. */
export interface AnsweredReceipt extends ReceiptToStore {
  delivery: AskedDelivery;
  isDeviceUnknown?: true;
}

const ANSWERED = columnsOf<AnsweredReceipt>(
  "a",
  {},
  { id: ["uuid", ({ delivery }) => delivery.id], expireAt: ["timestamptz", ({ delivery }) => delivery.expireAt] },
);

/**
 * Stores answers in one transaction: as reports, with dead tokens removed from their subscribers. A delivery whose answer is stored
 * already changes nothing. Returns the environments of which endpoints are to be sent something.
 */
export function settleReceipts(db: Database, answers: readonly AnsweredReceipt[], at: Date): Promise<Scope[]> {
  return inRareTransaction(db, async (sql) => {
    const settled = await sql<{ id: string }[]>`
      update deliveries d set receipt = null, receipt_due_at = null
      from (
        -- In the order of their ids, so that two transactions wait for each other instead of deadlocking.
        select d.id, d.expire_at from ${rowsOf(sql, ANSWERED, answers)}
        join deliveries d on d.id = a.id and d.expire_at = a.expire_at
        where d.receipt is not null order by d.id for update of d) as a
      where d.id = a.id and d.expire_at = a.expire_at
      returning d.id`;
    const ids = new Set(settled.map(({ id }) => id));
    const own = answers.filter(({ delivery }) => ids.has(delivery.id));
    const { webhooks } = await storeReceipts(sql, own, at);
    const devices = own.flatMap(({ delivery, isDeviceUnknown }) => {
      const { deviceToken, sentAt } = delivery.receipt;
      return isDeviceUnknown && deviceToken !== null ? [{ delivery, deviceToken, refusedAt: new Date(sentAt) }] : [];
    });
    if (devices.length > 0) await removeDeviceTokens(sql, devices, at);
    return webhooks;
  });
}
