import { and, eq, sql } from "drizzle-orm";
import { eventQuotas } from "../../schema/events/event-quotas.ts";
import type { Transaction } from "../../transaction.ts";

/** Events of an organisation in a month, as YYYY-MM. */
export interface MonthOf {
  organizationId: string;
  month: string;
}

/**
 * Takes up to `most` events out of those that are left of the month, fewer of them the fewer are left. Returns how many were
 * taken: 0 when none are left. Where the clock of another process has come to the next month, they are of that one.
 */
export async function takeEvents(
  transaction: Transaction,
  { organizationId, month }: MonthOf,
  { included, most, share }: { included: number; most: number; share: number },
): Promise<number> {
  await transaction.insert(eventQuotas).values({ organizationId, month, taken: 0 }).onConflictDoNothing();
  const [row] = await transaction
    .select()
    .from(eventQuotas)
    .where(eq(eventQuotas.organizationId, organizationId))
    .for("update");
  if (!row) return 0;
  const before = row.month >= month ? row.taken : 0;
  const left = Math.max(included - before, 0);
  const taken = Math.min(left, most, Math.max(Math.floor(left / share), 1));
  if (taken === 0) return 0;
  await transaction
    .update(eventQuotas)
    .set({ month: row.month > month ? row.month : month, taken: before + taken })
    .where(eq(eventQuotas.organizationId, organizationId));
  return taken;
}

/** Gives back what was taken and not used. */
export async function giveBackEvents(
  transaction: Transaction,
  { organizationId, month }: MonthOf,
  count: number,
): Promise<void> {
  await transaction
    .update(eventQuotas)
    .set({ taken: sql`greatest(${eventQuotas.taken} - ${count}, 0)` })
    .where(and(eq(eventQuotas.organizationId, organizationId), eq(eventQuotas.month, month)));
}
