import type { FastifyRequest } from "fastify";
import { DAY, MINUTE } from "#contract/constants/values/times.ts";
import type { Database } from "#db/client.ts";
import { findActiveMember, listActiveMemberships, type MemberRow } from "#db/queries/organizations/members.ts";
import { deleteSession, deleteSessions, insertSession, noteUse, type SessionRow } from "#db/queries/users/sessions.ts";
import type { UserRow } from "#db/queries/users/users.ts";
import type { Transaction } from "#db/transaction.ts";
import { DomainError, notFound } from "#domain/errors.ts";
import type { AuditOrigin, PersonCall } from "../../caller.ts";
import { SESSION_DAYS, signUserToken } from "../../tokens.ts";
import { note, noteOfPerson } from "../audit.ts";

/** The origin of a sign-in, as the person's list of sessions shows it. */
export interface Browser {
  userAgent: string | null;
  address: string;
}

const USER_AGENT_MAX = 512;
/** The last use of a session is stored to this precision, so that most calls write nothing. */
const SESSION_PRECISION_MS = 5 * MINUTE;

export const browserOf = ({ headers, ip }: FastifyRequest): Browser => ({
  userAgent: headers["user-agent"]?.slice(0, USER_AGENT_MAX) ?? null,
  address: ip,
});

export interface NewSession {
  browser: Browser;
  secret: string;
  organizationId?: string;
  /** Absent where Belfry itself opens it. */
  audit?: AuditOrigin | undefined;
}

/** Opens a session. Returns its token, for the person's first organisation unless another one is named. */
export async function openSession(
  transaction: Transaction,
  user: UserRow,
  { browser, secret, organizationId, audit }: NewSession,
): Promise<string> {
  const now = new Date();
  const expireAt = new Date(now.getTime() + SESSION_DAYS * DAY);
  const session = { userId: user.id, ...browser, lastUsedAt: now, expireAt };
  const { id } = await insertSession(transaction, session);
  await noteOfPerson(transaction, audit, user.id, { action: "session.opened", id, name: user.email });
  const membership =
    organizationId === undefined
      ? (await listActiveMemberships(transaction, user.id))[0]
      : await findActiveMember(transaction, organizationId, user.id);
  return signUserToken(claimsOf(user, id, membership), secret, expireAt);
}

/**
 * Returns another token of a session, which ends with that, however often it is renewed. Without a membership the token names no
 * organisation. Throws `unauthorized` when the session has ended.
 */
export async function renewSession(
  transaction: Transaction,
  user: UserRow,
  sessionId: string,
  { secret, membership, environmentId }: { secret: string; membership?: MemberRow; environmentId?: string },
): Promise<string> {
  const now = new Date();
  const session = await noteUse(transaction, { id: sessionId, userId: user.id }, now);
  if (!session) throw new DomainError("unauthorized", "Unauthorized");
  const claims = { ...claimsOf(user, sessionId, membership), environmentId: environmentId ?? null };
  return signUserToken(claims, secret, session.expireAt);
}

const claimsOf = (user: UserRow, sessionId: string, membership: MemberRow | undefined) => ({
  _id: user.id,
  firstName: user.firstName,
  lastName: user.lastName,
  email: user.email,
  profilePicture: user.profilePicture,
  sessionId,
  organizationId: membership?.organizationId ?? null,
  environmentId: null,
  roles: membership?.roles ?? [],
});

/** Stores that a session was used, now and then. */
export async function noteSessionUse(db: Database, session: SessionRow, now: Date): Promise<void> {
  if (now.getTime() - session.lastUsedAt.getTime() < SESSION_PRECISION_MS) return;
  await db.transaction((transaction) => noteUse(transaction, session, now));
}

/** Ends a session: its tokens are refused from now on. Throws `not_found` for one that is not the person's. */
export const endSession = (db: Database, call: PersonCall, id: string): Promise<void> =>
  db.transaction(async (transaction) => {
    if (!(await deleteSession(transaction, { id, userId: call.caller.userId }))) {
      throw notFound(`You have no session with id ${id}`);
    }
    await note(transaction, call, { action: "session.ended", id });
  });

export const endOtherSessions = (db: Database, call: PersonCall): Promise<void> =>
  db.transaction(async (transaction) => {
    const { userId, sessionId } = call.caller;
    await deleteSessions(transaction, userId, sessionId);
    await note(transaction, call, { action: "session.ended", name: "all others" });
  });
