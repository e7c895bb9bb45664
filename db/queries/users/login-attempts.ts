import { eq, inArray, lt, sql } from "drizzle-orm";
import { DAY } from "#contract/constants/values/times.ts";
import type { Database } from "../../client.ts";
import { loginAttempts } from "../../schema/accounts/login-attempts.ts";
import type { Executor } from "../../transaction.ts";

export interface AttemptLimit {
  /** Sign-ins that may fail in a row. */
  attempts: number;
  /** Failures before this moment no longer count. */
  since: Date;
}

const ATTEMPTS_KEPT_MS = DAY;

/**
 * Counts a sign-in before its password is looked at, so that many at once cannot try more passwords than the limit
 * allows. Returns how many there were since the last success, or undefined when the address is blocked. Not part of a
 * transaction: an attempt counts also when what follows refuses it.
 */
export async function countLoginAttempt(
  db: Database,
  emailHash: string,
  now: Date,
  { attempts, since }: AttemptLimit,
): Promise<number | undefined> {
  const isForgotten = lt(loginAttempts.lastAttemptAt, since);
  const expireAt = new Date(now.getTime() + ATTEMPTS_KEPT_MS);
  const [row] = await db
    .insert(loginAttempts)
    .values({ emailHash, attempts: 1, lastAttemptAt: now, expireAt })
    .onConflictDoUpdate({
      target: loginAttempts.emailHash,
      set: {
        attempts: sql`case when ${isForgotten} then 1 else ${loginAttempts.attempts} + 1 end`,
        lastAttemptAt: now,
        expireAt,
      },
      setWhere: sql`${isForgotten} or ${lt(loginAttempts.attempts, attempts)}`,
    })
    .returning({ attempts: loginAttempts.attempts });
  return row?.attempts;
}

export async function findLastLoginAttempt(db: Database, emailHash: string): Promise<Date | undefined> {
  const [row] = await db.select().from(loginAttempts).where(eq(loginAttempts.emailHash, emailHash));
  return row?.lastAttemptAt;
}

export async function forgetLoginAttempts(db: Executor, emailHashes: readonly string[]): Promise<void> {
  await db.delete(loginAttempts).where(inArray(loginAttempts.emailHash, [...emailHashes]));
}
