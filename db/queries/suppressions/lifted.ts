import { and, eq, inArray, isNull, like } from "drizzle-orm";
import { LIFTED_KEPT_DAYS, type SuppressedChannel } from "#contract/constants/suppressions.ts";
import { DAY } from "#contract/constants/values/times.ts";
import type { Database } from "../../client.ts";
import { beginningWith } from "../../like.ts";
import { type ListedRow, searchRows } from "../../list-search.ts";
import type { ListWindow } from "../../list-window.ts";
import { integrations } from "../../schema/integrations.ts";
import { liftedSuppressions, vendorLifts } from "../../schema/lifted-suppressions.ts";
import type { Scope } from "../../scope.ts";
import { storableText } from "../../storable.ts";
import type { Executor, Transaction } from "../../transaction.ts";
import type { SuppressionRow, SuppressionSearch } from "./suppressions.ts";

export type LiftedRow = typeof liftedSuppressions.$inferSelect;
export type VendorLiftRow = typeof vendorLifts.$inferSelect;

const LIFTED_KEPT_MS = LIFTED_KEPT_DAYS * DAY;

/** An integration whose vendor is asked to take the address off its list. */
export interface AskedIntegration {
  id: string;
  providerId: string;
  name: string;
}

/** The active integrations of a channel, the first ones first. */
export function findActiveIntegrations(
  transaction: Transaction,
  { environmentId }: Scope,
  channel: SuppressedChannel,
): Promise<AskedIntegration[]> {
  return transaction
    .select({ id: integrations.id, providerId: integrations.providerId, name: integrations.name })
    .from(integrations)
    .where(
      and(
        eq(integrations.environmentId, environmentId),
        eq(integrations.channel, channel),
        eq(integrations.active, true),
        isNull(integrations.deletedAt),
      ),
    )
    .orderBy(integrations.priority, integrations.createdAt);
}

/** Keeps an entry that was taken off the list, with the integrations whose vendors are to be asked, which is due at once. */
export async function storeLifted(
  transaction: Transaction,
  { createdAt, ...entry }: SuppressionRow,
  { why, asked, now }: { why: string | undefined; asked: readonly AskedIntegration[]; now: Date },
): Promise<{ row: LiftedRow; vendors: VendorLiftRow[] }> {
  const expireAt = new Date(now.getTime() + LIFTED_KEPT_MS);
  const [row] = await transaction
    .insert(liftedSuppressions)
    .values({ ...entry, suppressedAt: createdAt, why: why === undefined ? null : storableText(why), expireAt })
    .returning();
  if (!row) throw new Error("A lifted suppression was not stored");
  if (asked.length === 0) return { row, vendors: [] };
  const { id: suppressionId, organizationId, environmentId } = entry;
  const vendors = await transaction
    .insert(vendorLifts)
    .values(
      asked.map(({ id, providerId, name }) => ({
        organizationId,
        environmentId,
        suppressionId,
        integrationId: id,
        providerId,
        name,
        dueAt: now,
        expireAt,
      })),
    )
    .returning();
  return { row, vendors };
}

/** One window of an environment's lifted addresses, the latest lifted first, and their number, as `searchRows` counts it. */
export function searchLifted(
  db: Database,
  scope: Scope,
  { channel, reason, stream, address }: SuppressionSearch,
  window: ListWindow,
): Promise<{ rows: ListedRow<typeof liftedSuppressions>[]; count: number }> {
  const where = and(
    eq(liftedSuppressions.environmentId, scope.environmentId),
    channel && eq(liftedSuppressions.channel, channel),
    reason && eq(liftedSuppressions.reason, reason),
    stream && eq(liftedSuppressions.stream, stream),
    address === undefined ? undefined : like(liftedSuppressions.address, beginningWith(address)),
  );
  return searchRows(db, liftedSuppressions, { where, isSearch: address !== undefined }, window);
}

export async function findLifted(db: Executor, { environmentId }: Scope, id: string): Promise<LiftedRow | undefined> {
  const [row] = await db
    .select()
    .from(liftedSuppressions)
    .where(and(eq(liftedSuppressions.environmentId, environmentId), eq(liftedSuppressions.id, id)));
  return row;
}

/** Requests to vendors about lifted entries, by the entry's id. */
export async function findVendorLifts(
  db: Executor,
  { environmentId }: Scope,
  ids: readonly string[],
): Promise<Map<string, VendorLiftRow[]>> {
  const found = new Map<string, VendorLiftRow[]>();
  if (ids.length === 0) return found;
  const rows = await db
    .select()
    .from(vendorLifts)
    .where(and(eq(vendorLifts.environmentId, environmentId), inArray(vendorLifts.suppressionId, [...ids])))
    .orderBy(vendorLifts.name, vendorLifts.id);
  for (const row of rows) found.set(row.suppressionId, [...(found.get(row.suppressionId) ?? []), row]);
  return found;
}
