import type { FastifyReply } from "fastify";
import { handlers } from "#api/handlers.ts";
import { answerChallenge } from "#api/services/people/challenge.ts";
import { changePassword } from "#api/services/people/change-account.ts";
import { confirmEmail } from "#api/services/people/change-email.ts";
import { register } from "#api/services/people/register.ts";
import { requestReset, resetPassword } from "#api/services/people/reset-password.ts";
import { browserOf } from "#api/services/people/sessions.ts";
import { signIn } from "#api/services/people/sign-in.ts";
import { refreshToken, switchEnvironment, switchOrganization } from "#api/services/people/switch-organization.ts";
import { accountView } from "#api/views/accounts.ts";
import { authOperations } from "#contract/accounts/auth.ts";

/** Registration, sign-in, passwords and tokens of people. */
export const authRoutes = handlers(authOperations, (app) => {
  const { secret } = app.config;
  return {
    register: async (request, reply) => {
      const { user, token } = await register(app, request.body, browserOf(request), request.audit);
      return uncached(reply).send({ data: { user: accountView(user), token } });
    },

    signIn: async (request, reply) => {
      const { audit } = request;
      const signedIn = await signIn(app.db, { ...request.body, secret, browser: browserOf(request), audit });
      return uncached(reply).send({ data: signedIn });
    },

    answerChallenge: async (request, reply) => {
      const { audit } = request;
      const token = await answerChallenge(app, { ...request.body, browser: browserOf(request), audit });
      return uncached(reply).send({ data: { token } });
    },

    requestPasswordReset: async ({ body, query, log }) => {
      const services = { db: app.db, config: app.config, mailer: app.mailer, mails: app.mails, log };
      await requestReset(services, { email: body.email, flow: query.src });
      return { data: { success: true as const } };
    },

    resetPassword: async (request, reply) => {
      const { audit } = request;
      const signedIn = await resetPassword(app.db, { ...request.body, secret, browser: browserOf(request), audit });
      return uncached(reply).send({ data: signedIn });
    },

    confirmEmail: async ({ body, audit, log }) => {
      const services = { db: app.db, config: app.config, mailer: app.mailer, mails: app.mails, log };
      return { data: { email: await confirmEmail(services, { token: body.token, audit }) } };
    },

    changePassword: async (request) => {
      await changePassword(app.db, request, request.body);
      return null;
    },

    refreshToken: async ({ caller }, reply) =>
      uncached(reply).send({ data: await refreshToken(app.db, caller, secret) }),

    switchOrganization: async ({ caller, params }, reply) => {
      const token = await switchOrganization(app.db, caller, { organizationId: params.id, secret });
      return uncached(reply).send({ data: token });
    },

    switchEnvironment: async ({ caller, params }, reply) => {
      const token = await switchEnvironment(app.db, caller, { environmentId: params.id, secret });
      return uncached(reply).send({ data: { token } });
    },
  };
});

/** Answers that carry a token are kept by no cache. */
function uncached<Reply extends FastifyReply>(reply: Reply): Reply {
  reply.header("cache-control", "no-store");
  return reply;
}
