import type { Database } from "#db/client.ts";
import { findAnyEnvironment } from "#db/queries/environments/environments.ts";
import { findActiveMember } from "#db/queries/organizations/members.ts";
import { findUser, type UserRow } from "#db/queries/users/users.ts";
import type { Transaction } from "#db/transaction.ts";
import { DomainError, notFound } from "#domain/errors.ts";
import { isUuid } from "#domain/values/uuid.ts";
import type { PersonCaller } from "../../caller.ts";
import { renewSession } from "./sessions.ts";

/** Returns a fresh token of the session, which names no organisation. */
export const refreshToken = (db: Database, { userId, sessionId }: PersonCaller, secret: string): Promise<string> =>
  db.transaction(async (transaction) =>
    renewSession(transaction, await requireUser(transaction, userId), sessionId, { secret }),
  );

/** Returns a token that names an organisation. Throws `unauthorized` for one that the person does not belong to. */
export const switchOrganization = (
  db: Database,
  { userId, sessionId }: PersonCaller,
  { organizationId, secret }: { organizationId: string; secret: string },
): Promise<string> =>
  db.transaction(async (transaction) => {
    const membership = await requireMembership(transaction, organizationId, userId);
    return renewSession(transaction, await requireUser(transaction, userId), sessionId, { secret, membership });
  });

/**
 * Returns a token that names an environment of the token's organisation. Throws `not_found`, and `unauthorized` for one of
 * another organisation.
 */
export const switchEnvironment = (
  db: Database,
  { userId, sessionId, organizationId }: PersonCaller,
  { environmentId, secret }: { environmentId: string; secret: string },
): Promise<string> =>
  db.transaction(async (transaction) => {
    const environment = await findAnyEnvironment(transaction, environmentId);
    if (!environment) throw notFound(`No environment with id ${environmentId} exists`);
    if (environment.organizationId !== organizationId) throw unauthorized();
    const membership = await requireMembership(transaction, organizationId, userId);
    const user = await requireUser(transaction, userId);
    return renewSession(transaction, user, sessionId, { secret, membership, environmentId });
  });

async function requireUser(transaction: Transaction, userId: string): Promise<UserRow> {
  const user = await findUser(transaction, userId);
  if (!user) throw unauthorized();
  return user;
}

async function requireMembership(transaction: Transaction, organizationId: string, userId: string) {
  const membership = isUuid(organizationId) ? await findActiveMember(transaction, organizationId, userId) : undefined;
  if (!membership) throw unauthorized();
  return membership;
}

const unauthorized = () => new DomainError("unauthorized", "Unauthorized");
