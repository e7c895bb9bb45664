import type { FastifyBaseLogger } from "fastify";
import { z } from "zod";
import { Done } from "#contract/auth.ts";
import { data } from "#contract/common.ts";
import {
  Invitation,
  InvitationToken,
  Invite,
  InviteBulk,
  Invited,
  InviteNudge,
  InviteNudgeAnswer,
  InviteNudgeHeaders,
  ResendInvitation,
} from "#contract/organizations.ts";
import { DomainError } from "#domain/errors.ts";
import { MEMBERS_ADMIN, PERSON, PUBLIC } from "../access.ts";
import { failures } from "../plugins/errors.ts";
import { acceptInvitation, requireValidInvitation } from "../services/answer-invitation.ts";
import { inviteMember, inviteMembers, resendInvitation } from "../services/invite-members.ts";
import { needsInvitations } from "../services/invite-nudge.ts";
import { invitationView } from "../views/accounts.ts";
import type { ZodRoutes } from "../zod-routes.ts";

/** Invitations to an organisation. */
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

  app.post(
    "/invites/webhook",
    {
      schema: {
        description:
          "For the webhook condition of a workflow that reminds people to invite others. send is true when nobody else belongs to the organisation of the payload and nobody was invited to it, and false otherwise.",
        headers: InviteNudgeHeaders,
        body: InviteNudge,
        response: { 201: data(InviteNudgeAnswer), ...failures() },
      },
      config: { access: [PUBLIC] },
    },
    async (request, reply) => {
      const { headers, body } = request;
      const send = await needsInvitations(app, body.payload.organizationId, headers["nv-hmac-256"] ?? "");
      if (send === undefined) {
        await app.limitRefusals(request, reply);
        throw new DomainError("unauthorized", "The signature in the header nv-hmac-256 is missing or wrong");
      }
      return reply.code(201).send({ data: { send } });
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
