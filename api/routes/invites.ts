import type { FastifyBaseLogger } from "fastify";
import { z } from "zod";
import { Done } from "#contract/auth.ts";
import { data } from "#contract/common.ts";
import { Invitation, InvitationToken, Invite, InviteBulk, Invited, ResendInvitation } from "#contract/organizations.ts";
import { MEMBERS_ADMIN, PERSON, PUBLIC } from "../access.ts";
import { failures } from "../plugins/errors.ts";
import { acceptInvitation, requireValidInvitation } from "../services/answer-invitation.ts";
import { inviteMember, inviteMembers, resendInvitation } from "../services/invite-members.ts";
import { invitationView } from "../views/accounts.ts";
import type { ZodRoutes } from "../zod-routes.ts";

/** Invitations to an organisation: api-workflows-and-widget.md section 9. */
export const inviteRoutes: ZodRoutes = async (app) => {
  const config = { access: [MEMBERS_ADMIN] } as const;
  const services = (log: FastifyBaseLogger) => ({ db: app.db, config: app.config, mailer: app.mailer, log });

  app.post(
    "/invites",
    {
      schema: { body: Invite, response: { 201: data(Done), ...failures("forbidden", "unavailable") } },
      config,
    },
    async (request, reply) => {
      await inviteMember(services(request.log), request, request.body);
      return reply.code(201).send({ data: { success: true } });
    },
  );

  app.post(
    "/invites/bulk",
    {
      schema: {
        body: InviteBulk,
        response: { 201: data(z.array(Invited)), ...failures("forbidden", "unavailable") },
      },
      config,
    },
    async (request, reply) => {
      const results = await inviteMembers(services(request.log), request, request.body.invitees);
      return reply.code(201).send({ data: results });
    },
  );

  app.post(
    "/invites/resend",
    {
      schema: { body: ResendInvitation, response: { 201: data(Done), ...failures("forbidden", "unavailable") } },
      config,
    },
    async (request, reply) => {
      await resendInvitation(services(request.log), request, request.body.memberId);
      return reply.code(201).send({ data: { success: true } });
    },
  );

  app.get(
    "/invites/:token",
    {
      schema: { params: InvitationToken, response: { 200: data(Invitation), ...failures() } },
      config: { access: [PUBLIC], limit: "logins" },
    },
    async ({ params }, reply) => {
      reply.header("cache-control", "no-store");
      return { data: invitationView(await requireValidInvitation(app.db, params.token)) };
    },
  );

  app.post(
    "/invites/:token/accept",
    {
      schema: {
        params: InvitationToken,
        response: { 201: data(z.string()), ...failures("not_found", "conflict") },
      },
      config: { access: [PERSON] },
    },
    async (request, reply) => {
      const token = await acceptInvitation(app.db, request, { token: request.params.token, secret: app.config.secret });
      return reply.code(201).header("cache-control", "no-store").send({ data: token });
    },
  );
};
