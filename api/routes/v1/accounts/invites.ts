import type { FastifyBaseLogger } from "fastify";
import { handlers } from "#api/handlers.ts";
import { acceptInvitation, requireValidInvitation } from "#api/services/members/answer-invitation.ts";
import { inviteMember, inviteMembers, resendInvitation } from "#api/services/members/invite-members.ts";
import { needsInvitations } from "#api/services/members/invite-nudge.ts";
import { invitationView } from "#api/views/accounts.ts";
import { inviteOperations } from "#contract/accounts/organizations.ts";
import { DomainError } from "#domain/errors.ts";

/** Invitations to an organisation. */
export const inviteRoutes = handlers(inviteOperations, (app) => {
  const services = (log: FastifyBaseLogger) => ({ db: app.db, config: app.config, mailer: app.mailer, log });
  return {
    inviteMember: async (request) => {
      await inviteMember(services(request.log), request, request.body);
      return { data: { success: true as const } };
    },

    inviteMembers: async (request) => {
      const results = await inviteMembers(services(request.log), request, request.body.invitees);
      return { data: results };
    },

    resendInvite: async (request) => {
      await resendInvitation(services(request.log), request, request.body.memberId);
      return { data: { success: true as const } };
    },

    answerInviteNudge: async (request, reply) => {
      const { headers, body } = request;
      const send = await needsInvitations(app, body.payload.organizationId, headers["nv-hmac-256"] ?? "");
      if (send === undefined) {
        await app.limitRefusals(request, reply);
        throw new DomainError("unauthorized", "The signature in the header nv-hmac-256 is missing or wrong");
      }
      return { data: { send } };
    },

    getInvite: async ({ params }, reply) => {
      reply.header("cache-control", "no-store");
      return { data: invitationView(await requireValidInvitation(app.db, params.token)) };
    },

    acceptInvite: async (request, reply) => {
      const token = await acceptInvitation(app.db, request, { token: request.params.token, secret: app.config.secret });
      return reply.header("cache-control", "no-store").send({ data: token });
    },
  };
});
