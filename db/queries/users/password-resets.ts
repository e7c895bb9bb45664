import { and, eq, gt, or, sql } from "drizzle-orm";
import { SECOND } from "#contract/constants/values/times.ts";
import { passwordResets } from "../../schema/accounts/password-resets.ts";
import type { Executor, Transaction } from "../../transaction.ts";

/**
 * Returns how many requests an address made in the last 60 seconds and the last 24 hours. Further ones of the same address
 * wait until the transaction ends, so that none is missed.
 */
export async function countResetRequests(
  transaction: Transaction,
  emailHash: string,
  now: Date,
): Promise<{ minute: number; day: number }> {
  await transaction.execute(sql`select pg_advisory_xact_lock(hashtextextended(${emailHash}, 0))`);
  const ago = (seconds: number) => new Date(now.getTime() - seconds * SECOND);
  const [row] = await transaction
    .select({
      minute: sql<number>`count(*) filter (where ${gt(passwordResets.createdAt, ago(60))})::int`,
      day: sql<number>`count(*)::int`,
    })
    .from(passwordResets)
    .where(and(eq(passwordResets.emailHash, emailHash), gt(passwordResets.createdAt, ago(24 * 60 * 60))));
  return row ?? { minute: 0, day: 0 };
}

export async function insertReset(
  transaction: Transaction,
  reset: Pick<typeof passwordResets.$inferInsert, "emailHash" | "userId" | "tokenHash" | "createdAt" | "expireAt">,
): Promise<void> {
  await transaction.insert(passwordResets).values(reset);
}

/** Ends the tokens that were sent to an address, or to a person. */
export async function endResets(
  transaction: Transaction,
  { emailHash, userId }: { emailHash: string; userId?: string },
): Promise<void> {
  const ofAddress = eq(passwordResets.emailHash, emailHash);
  await transaction
    .update(passwordResets)
    .set({ tokenHash: null })
    .where(userId === undefined ? ofAddress : or(ofAddress, eq(passwordResets.userId, userId)));
}

const isValid = (tokenHash: string, now: Date) =>
  and(eq(passwordResets.tokenHash, tokenHash), gt(passwordResets.expireAt, now));

export async function isResetToken(db: Executor, tokenHash: string, now: Date): Promise<boolean> {
  const rows = await db.select({ id: passwordResets.id }).from(passwordResets).where(isValid(tokenHash, now));
  return rows.length > 0;
}

/** Uses a token up. Returns whose it was; undefined when it is unknown, used or too old. Of several attempts at once, one has it. */
export async function takeReset(transaction: Transaction, tokenHash: string, now: Date): Promise<string | undefined> {
  const [row] = await transaction
    .update(passwordResets)
    .set({ tokenHash: null })
    .where(isValid(tokenHash, now))
    .returning({ userId: passwordResets.userId });
  return row?.userId ?? undefined;
}
