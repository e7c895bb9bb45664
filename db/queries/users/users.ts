import { and, eq, isNull, lt, or, sql } from "drizzle-orm";
import { isUuid } from "#domain/uuid.ts";
import type { Database } from "../../client.ts";
import { users } from "../../schema/users.ts";
import type { Executor } from "../../transaction.ts";

export type UserRow = typeof users.$inferSelect;

export async function findUser(db: Database, id: string): Promise<UserRow | undefined> {
  if (!isUuid(id)) return undefined;
  const [row] = await db.select().from(users).where(eq(users.id, id));
  return row;
}

/** The person behind a normalised address: `domain/email-address.ts`. */
export async function findUserByEmail(db: Executor, email: string): Promise<UserRow | undefined> {
  const [row] = await db.select().from(users).where(eq(users.email, email));
  return row;
}

/** A new person, or the one who already has this normalised address. */
export async function ensureUser(
  db: Executor,
  user: Pick<typeof users.$inferInsert, "firstName" | "lastName" | "email" | "passwordHash">,
): Promise<UserRow> {
  const [row] = await db.insert(users).values(user).onConflictDoNothing().returning();
  const found = row ?? (await findUserByEmail(db, user.email));
  if (!found) throw new Error(`The user ${user.email} vanished while it was created`);
  return found;
}

export interface AttemptLimit {
  /** Sign-ins that may fail in a row. */
  attempts: number;
  /** Failures before this moment no longer count. */
  since: Date;
}

/**
 * Counts a sign-in before its password is looked at, so that many at once cannot try more passwords than the limit
 * allows. Returns how many there were since the last success, or undefined when the account is blocked.
 */
export async function countLoginAttempt(
  db: Database,
  id: string,
  now: Date,
  { attempts, since }: AttemptLimit,
): Promise<number | undefined> {
  const isForgotten = or(isNull(users.lastLoginAttemptAt), lt(users.lastLoginAttemptAt, since));
  const [row] = await db
    .update(users)
    .set({
      loginAttempts: sql`case when ${isForgotten} then 1 else ${users.loginAttempts} + 1 end`,
      lastLoginAttemptAt: now,
    })
    .where(and(eq(users.id, id), or(isForgotten, lt(users.loginAttempts, attempts))))
    .returning({ loginAttempts: users.loginAttempts });
  return row?.loginAttempts;
}

export async function forgetLoginAttempts(db: Database, id: string): Promise<void> {
  await db.update(users).set({ loginAttempts: 0, lastLoginAttemptAt: null }).where(eq(users.id, id));
}
