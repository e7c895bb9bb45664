import { z } from "zod";
import { CurrentSession, Session } from "#contract/auth.ts";
import { data, Id } from "#contract/common.ts";
import { findActiveMember } from "#db/queries/organizations/members.ts";
import { findSession, listSessions } from "#db/queries/users/sessions.ts";
import { findUser } from "#db/queries/users/users.ts";
import { DomainError } from "#domain/errors.ts";
import { PERSON } from "../access.ts";
import { failures } from "../plugins/errors.ts";
import { endOtherSessions, endSession } from "../services/sessions.ts";
import { accountView, sessionView } from "../views/accounts.ts";
import type { ZodRoutes } from "../zod-routes.ts";

/** Sign-ins of a person: which ones there are, and ending them. */
export const sessionRoutes: ZodRoutes = async (app) => {
  const config = { access: [PERSON] } as const;

  app.get(
    "/auth/session",
    { schema: { response: { 200: data(CurrentSession), ...failures() } }, config },
    async ({ caller }) => {
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
          ...organization,
        },
      };
    },
  );

  app.post(
    "/auth/logout",
    { schema: { response: { 204: z.null(), ...failures("not_found") } }, config },
    async (request, reply) => {
      await endSession(app.db, request, request.caller.sessionId);
      return reply.code(204).send(null);
    },
  );

  app.get(
    "/auth/sessions",
    { schema: { response: { 200: data(z.array(Session)), ...failures() } }, config },
    async ({ caller: { userId, sessionId } }) => {
      const rows = await listSessions(app.db, userId, new Date());
      return { data: rows.map((row) => sessionView(row, sessionId)) };
    },
  );

  app.delete(
    "/auth/sessions",
    {
      schema: {
        description: "Ends all sessions of the person but the one of this request.",
        response: { 204: z.null(), ...failures() },
      },
      config,
    },
    async (request, reply) => {
      await endOtherSessions(app.db, request);
      return reply.code(204).send(null);
    },
  );

  app.delete(
    "/auth/sessions/:sessionId",
    {
      schema: { params: z.object({ sessionId: Id }), response: { 204: z.null(), ...failures("not_found") } },
      config,
    },
    async (request, reply) => {
      await endSession(app.db, request, request.params.sessionId);
      return reply.code(204).send(null);
    },
  );
};
