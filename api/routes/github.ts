import { z } from "zod";
import { Done, GithubCallback, GithubStart } from "#contract/auth.ts";
import { data } from "#contract/common.ts";
import { addressOf } from "#domain/context-paths.ts";
import { DomainError } from "#domain/errors.ts";
import { PUBLIC } from "../access.ts";
import { failures } from "../plugins/errors.ts";
import { redirectBrowser } from "../redirect-browser.ts";
import { authorizeUrl, type GithubApp } from "../services/github/github-account.ts";
import { GithubSignInError, signInWithGithub } from "../services/github/github-sign-in.ts";
import { challengeOf, type Login, loginFlow } from "../services/github/login-flow.ts";
import { beginFlow, endFlow, readFlow, unguessable } from "../services/oauth-state.ts";
import { browserOf } from "../services/sessions.ts";
import type { ZodRoutes } from "../zod-routes.ts";

/** Sign-in through GitHub, where the installation has an OAuth app. */
export const githubRoutes: ZodRoutes = async (app) => {
  const { secret, github } = app.config;
  const config = { access: [PUBLIC], limit: "logins" } as const;
  const address = addressOf(app.config, "api", "/v1/auth/github");
  const redirectUri = `${address}/callback`;
  const signInPage = addressOf(app.config, "web", "/auth/sign-in");

  app.get(
    "/auth/github",
    {
      schema: {
        description: "Says whether people can sign in through GitHub.",
        response: { 200: data(Done), ...failures() },
      },
      config,
    },
    async () => {
      requireGithub(github);
      return { data: { success: true as const } };
    },
  );

  app.get(
    "/auth/github/authorize",
    {
      schema: {
        description: "Begins a sign-in: browsers are sent to GitHub.",
        querystring: GithubStart,
        response: { 302: z.null(), ...failures() },
      },
      config,
    },
    async ({ query }, reply) => {
      const oauth = requireGithub(github);
      const { invitationToken } = query;
      const login: Login = { verifier: unguessable(), ...(invitationToken && { invitationToken }) };
      const { state, setCookie } = await beginFlow(loginFlow, login, { secret, address });
      reply.header("set-cookie", setCookie);
      return redirectBrowser(reply, authorizeUrl(oauth, { redirectUri, state, challenge: challengeOf(login) }));
    },
  );

  app.get(
    "/auth/github/callback",
    {
      schema: {
        description: "Ends a sign-in: browsers are sent to the dashboard, with a token or an error behind the #.",
        querystring: GithubCallback,
        response: { 302: z.null(), ...failures() },
      },
      config,
    },
    async (request, reply) => {
      const oauth = requireGithub(github);
      const { code, state } = request.query;
      reply.header("set-cookie", endFlow(loginFlow, address));
      try {
        const login = await readFlow(loginFlow, { cookies: request.headers.cookie, state }, secret);
        if (!login || !code) throw new GithubSignInError("github_refused");
        const call = { code, login, redirectUri, browser: browserOf(request), audit: request.audit };
        const token = await signInWithGithub(app, oauth, call);
        // Behind the #, so that it is in no log of a server and in no Referer.
        return redirectBrowser(reply, `${signInPage}#token=${token}`);
      } catch (error) {
        if (!(error instanceof GithubSignInError)) throw error;
        request.log.warn({ err: error.cause, failure: error.failure }, "a sign-in through GitHub has failed");
        return redirectBrowser(reply, `${signInPage}#error=${error.failure}`);
      }
    },
  );
};

function requireGithub(github: GithubApp | null): GithubApp {
  if (github) return github;
  throw new DomainError(
    "invalid_input",
    "Sign-in through GitHub is not configured: whoever runs this installation has to set BELFRY_GITHUB_CLIENT_ID and BELFRY_GITHUB_CLIENT_SECRET",
  );
}
