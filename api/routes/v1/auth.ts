import type { FastifyReply } from "fastify";
import { authOperations } from "#contract/auth.ts";
import { handlers } from "../../handlers.ts";
import { answerChallenge } from "../../services/people/challenge.ts";
import { changePassword } from "../../services/people/change-account.ts";
import { confirmEmail } from "../../services/people/change-email.ts";
import { register } from "../../services/people/register.ts";
import { requestReset, resetPassword } from "../../services/people/reset-password.ts";
import { browserOf } from "../../services/people/sessions.ts";
import { signIn } from "../../services/people/sign-in.ts";
import { refreshToken, switchEnvironment, switchOrganization } from "../../services/people/switch-organization.ts";
import { accountView } from "../../views/accounts.ts";

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
