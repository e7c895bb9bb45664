import type { FastifyReply } from "fastify";
import { z } from "zod";
import {
  Done,
  Login,
  Register,
  Registered,
  Reset,
  ResetQuery,
  ResetRequest,
  Token,
  UpdatePassword,
} from "#contract/auth.ts";
import { data, referenceUpTo } from "#contract/common.ts";
import { PERSON, PUBLIC } from "../access.ts";
import { failures } from "../plugins/errors.ts";
import { changePassword } from "../services/change-account.ts";
import { register } from "../services/register.ts";
import { requestReset, resetPassword } from "../services/reset-password.ts";
import { browserOf } from "../services/sessions.ts";
import { signIn } from "../services/sign-in.ts";
import { refreshToken, switchEnvironment, switchOrganization } from "../services/switch-organization.ts";
import { accountView } from "../views/accounts.ts";
import type { ZodRoutes } from "../zod-routes.ts";

const id = z.object({ id: referenceUpTo(255) });

/** Registration, sign-in, passwords and tokens of people. */
export const authRoutes: ZodRoutes = async (app) => {
  const { secret } = app.config;
  const open = { access: [PUBLIC], limit: "logins" } as const;
  const personal = { access: [PERSON] } as const;

  app.post(
    "/auth/register",
    { schema: { body: Register, response: { 201: data(Registered), ...failures("conflict") } }, config: open },
    async (request, reply) => {
      const { user, token } = await register(app, request.body, browserOf(request), request.audit);
      return uncached(reply)
        .code(201)
        .send({ data: { user: accountView(user), token } });
    },
  );

  app.post(
    "/auth/login",
    { schema: { body: Login, response: { 201: data(Token), ...failures() } }, config: open },
    async (request, reply) => {
      const { audit } = request;
      const token = await signIn(app.db, { ...request.body, secret, browser: browserOf(request), audit });
      return uncached(reply).code(201).send({ data: { token } });
    },
  );

  app.post(
    "/auth/reset/request",
    {
      schema: {
        querystring: ResetQuery,
        body: ResetRequest,
        response: { 201: data(Done), ...failures("unavailable") },
      },
      config: open,
    },
    async ({ body, query, log }, reply) => {
      const services = { db: app.db, config: app.config, mailer: app.mailer, log };
      await requestReset(services, { email: body.email, flow: query.src });
      return reply.code(201).send({ data: { success: true } });
    },
  );

  app.post(
    "/auth/reset",
    { schema: { body: Reset, response: { 201: data(Token), ...failures() } }, config: open },
    async (request, reply) => {
      const { audit } = request;
      const token = await resetPassword(app.db, { ...request.body, secret, browser: browserOf(request), audit });
      return uncached(reply).code(201).send({ data: { token } });
    },
  );

  app.post(
    "/auth/update-password",
    { schema: { body: UpdatePassword, response: { 204: z.null(), ...failures("not_found") } }, config: personal },
    async (request, reply) => {
      await changePassword(app.db, request, request.body);
      return reply.code(204).send(null);
    },
  );

  app.get(
    "/auth/refresh",
    { schema: { response: { 200: data(z.string()), ...failures() } }, config: personal },
    async ({ caller }, reply) => uncached(reply).send({ data: await refreshToken(app.db, caller, secret) }),
  );

  app.post(
    "/auth/organizations/:id/switch",
    { schema: { params: id, response: { 200: data(z.string()), ...failures() } }, config: personal },
    async ({ caller, params }, reply) => {
      const token = await switchOrganization(app.db, caller, { organizationId: params.id, secret });
      return uncached(reply).send({ data: token });
    },
  );

  app.post(
    "/auth/environments/:id/switch",
    { schema: { params: id, response: { 200: data(Token), ...failures("not_found") } }, config: personal },
    async ({ caller, params }, reply) => {
      const token = await switchEnvironment(app.db, caller, { environmentId: params.id, secret });
      return uncached(reply).send({ data: { token } });
    },
  );
};

/** Answers that carry a token are kept by no cache. */
function uncached<Reply extends FastifyReply>(reply: Reply): Reply {
  reply.header("cache-control", "no-store");
  return reply;
}
