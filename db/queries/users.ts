import { eq } from "drizzle-orm";
import { isUuid } from "#domain/uuid.ts";
import type { Database } from "../client.ts";
import { users } from "../schema/users.ts";

export type UserRow = typeof users.$inferSelect;

export async function findUser(db: Database, id: string): Promise<UserRow | undefined> {
  if (!isUuid(id)) return undefined;
  const [row] = await db.select().from(users).where(eq(users.id, id));
  return row;
}

/** The person behind a normalised address: `domain/email-address.ts`. */
export async function findUserByEmail(db: Database, email: string): Promise<UserRow | undefined> {
  const [row] = await db.select().from(users).where(eq(users.email, email));
  return row;
}

/** A new person, or the one who already has this normalised address. */
export async function ensureUser(
  db: Database,
  user: Pick<typeof users.$inferInsert, "firstName" | "lastName" | "email" | "passwordHash">,
): Promise<UserRow> {
  const [row] = await db.insert(users).values(user).onConflictDoNothing().returning();
  const found = row ?? (await findUserByEmail(db, user.email));
  if (!found) throw new Error(`The user ${user.email} vanished while it was created`);
  return found;
}
