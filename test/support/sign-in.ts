import { randomUUID } from "node:crypto";
import { openSession } from "#api/services/people/sessions.ts";
import type { MemberRole } from "#contract/constants/statuses.ts";
import type { Database } from "#db/client.ts";
import { ensureUser, findUser, type NewUser } from "#db/queries/users/users.ts";
import { members } from "#db/schema/accounts/members.ts";
import { testConfig } from "./environment.ts";

/** Opens a session of a person. The token names the organisation if there is one and the person belongs to it. */
async function tokenOf(db: Database, userId: string, organizationId?: string): Promise<string> {
  const user = await findUser(db, userId);
  if (!user) throw new Error(`There is no user ${userId}`);
  const session = { browser: { userAgent: "a test", address: "127.0.0.1" }, secret: testConfig.secret };
  return db.transaction((transaction) =>
    openSession(transaction, user, { ...session, ...(organizationId && { organizationId }) }),
  );
}

/** The header of a person who is signed in, by default in the first organisation that they joined. */
export async function signedIn(db: Database, userId: string, organizationId?: string) {
  return { authorization: `Bearer ${await tokenOf(db, userId, organizationId)}` };
}

/** A new person who belongs to no organisation. */
export function aPerson(db: Database, given: Partial<NewUser> = {}) {
  return ensureUser(db, {
    firstName: "Grace",
    lastName: null,
    email: `${randomUUID()}@example.com`,
    passwordHash: null,
    ...given,
  });
}

/** A new member of an organisation, who is signed in. */
export async function aMember(db: Database, organizationId: string, role: MemberRole) {
  const user = await aPerson(db);
  const [member] = await db
    .insert(members)
    .values({ organizationId, userId: user.id, roles: [role], status: "active" })
    .returning();
  if (!member) throw new Error("Postgres confirmed an insert without a row");
  const headers = await signedIn(db, user.id, organizationId);
  return { userId: user.id, email: user.email, memberId: member.id, headers };
}
