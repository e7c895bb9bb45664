import { handlers } from "#api/handlers.ts";
import { endOtherSessions, endSession } from "#api/services/people/sessions.ts";
import { accountView, sessionView } from "#api/views/accounts.ts";
import { sessionOperations } from "#contract/accounts/auth.ts";
import { PERMISSION_NAMES } from "#contract/constants/permission-names.ts";
import { memberPermissions } from "#contract/constants/permissions.ts";
import type { Database } from "#db/client.ts";
import { findActiveMember, findMadePermissions, type MemberRow } from "#db/queries/organizations/members.ts";
import { findSession, listSessions } from "#db/queries/users/sessions.ts";
import { findUser } from "#db/queries/users/users.ts";
import { DomainError } from "#domain/errors.ts";

/** Sign-ins of a person: which ones there are, and ending them. */
export const sessionRoutes = handlers(sessionOperations, (app) => ({
  getCurrentSession: async ({ caller }) => {
    const { userId, sessionId, organizationId } = caller;
    const [user, session, member] = await Promise.all([
      findUser(app.db, userId),
      findSession(app.db, { id: sessionId, userId }, new Date()),
      organizationId === null ? undefined : findActiveMember(app.db, organizationId, userId),
    ]);
    if (!user || !session) throw new DomainError("unauthorized", "Unauthorized");
    const organization = member && { _organizationId: member.organizationId };
    return {
      data: {
        user: accountView(user),
        session: sessionView(session, sessionId),
        roles: member?.roles ?? [],
        permissions: member ? await permissionsOfMember(app.db, member) : [],
        ...organization,
      },
    };
  },

  signOut: async (request) => {
    await endSession(app.db, request, request.caller.sessionId);
    return null;
  },

  listSessions: async ({ caller: { userId, sessionId } }) => {
    const rows = await listSessions(app.db, userId, new Date());
    return { data: rows.map((row) => sessionView(row, sessionId)) };
  },

  endOtherSessions: async (request) => {
    await endOtherSessions(app.db, request);
    return null;
  },

  endSession: async (request) => {
    await endSession(app.db, request, request.params.sessionId);
    return null;
  },
}));

async function permissionsOfMember(db: Database, { id, roles }: MemberRow) {
  const held = memberPermissions(roles, await findMadePermissions(db, id));
  return PERMISSION_NAMES.filter((permission) => held.has(permission));
}
