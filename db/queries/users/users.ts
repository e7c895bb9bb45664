import { eq } from "drizzle-orm";
import { isUuid } from "#domain/values/uuid.ts";
import { users } from "../../schema/accounts/users.ts";
import type { Executor, Transaction } from "../../transaction.ts";

export type UserRow = typeof users.$inferSelect;
export type NewUser = Pick<typeof users.$inferInsert, "firstName" | "lastName" | "email" | "passwordHash"> &
  Partial<Pick<typeof users.$inferInsert, "jobTitle" | "githubId" | "emailVerifiedAt" | "profilePicture" | "isDemo">>;

export async function findUser(db: Executor, id: string): Promise<UserRow | undefined> {
  if (!isUuid(id)) return undefined;
  const [row] = await db.select().from(users).where(eq(users.id, id));
  return row;
}

/** The person behind a normalised address: `domain/values/email-address.ts`. */
export async function findUserByEmail(db: Executor, email: string): Promise<UserRow | undefined> {
  const [row] = await db.select().from(users).where(eq(users.email, email));
  return row;
}

export async function findUserByGithubId(db: Executor, githubId: string): Promise<UserRow | undefined> {
  const [row] = await db.select().from(users).where(eq(users.githubId, githubId));
  return row;
}

/** Returns the person and keeps others from changing it until the transaction ends. */
export async function lockUser(transaction: Transaction, id: string): Promise<UserRow | undefined> {
  const [row] = await transaction.select().from(users).where(eq(users.id, id)).for("no key update");
  return row;
}

/** A new person, or the one who already has this normalised address. */
export async function ensureUser(db: Executor, user: NewUser): Promise<UserRow> {
  const [row] = await db.insert(users).values(user).onConflictDoNothing().returning();
  const found = row ?? (await findUserByEmail(db, user.email));
  if (!found) throw new Error(`The user ${user.email} vanished while it was created`);
  return found;
}

/** A new person; undefined when somebody has this normalised address, or this account of GitHub. */
export async function insertUser(transaction: Transaction, user: NewUser): Promise<UserRow | undefined> {
  const [row] = await transaction.insert(users).values(user).onConflictDoNothing().returning();
  return row;
}

export type UserChanges = Partial<
  Pick<
    UserRow,
    | "firstName"
    | "lastName"
    | "email"
    | "emailVerifiedAt"
    | "pendingEmail"
    | "pendingEmailExpireAt"
    | "passwordHash"
    | "profilePicture"
    | "githubId"
    | "jobTitle"
    | "showOnBoarding"
    | "showOnBoardingTour"
    | "totpSecret"
    | "totpEnabledAt"
    | "totpLastStep"
    | "recoveryCodes"
  >
>;

/** The changes by which no address waits for its link any more. */
export const NO_PENDING_EMAIL = { pendingEmail: null, pendingEmailExpireAt: null };

/** Throws a unique violation of `users_email` when the address is somebody else's. */
export async function updateUser(
  transaction: Transaction,
  id: string,
  changes: UserChanges,
): Promise<UserRow | undefined> {
  const [row] =
    Object.keys(changes).length === 0
      ? await transaction.select().from(users).where(eq(users.id, id))
      : await transaction.update(users).set(changes).where(eq(users.id, id)).returning();
  return row;
}
