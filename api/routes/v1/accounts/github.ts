import { handlers } from "#api/handlers.ts";
import { redirectBrowser } from "#api/redirect-browser.ts";
import { beginFlow, endFlow, readFlow, unguessable } from "#api/services/oauth/oauth-state.ts";
import { authorizeUrl, type GithubApp } from "#api/services/people/github-account.ts";
import { GithubSignInError, signInWithGithub } from "#api/services/people/github-sign-in.ts";
import { challengeOf, type Login, loginFlow } from "#api/services/people/login-flow.ts";
import { browserOf } from "#api/services/people/sessions.ts";
import { githubOperations } from "#contract/accounts/auth.ts";
import { addressOf } from "#domain/conditions/context-paths.ts";
import { DomainError } from "#domain/errors.ts";

/** Sign-in through GitHub, where the installation has an OAuth app. */
export const githubRoutes = handlers(githubOperations, (app) => {
  const { secret, github } = app.config;

  const address = addressOf(app.config, "api", "/v1/auth/github");

  const redirectUri = `${address}/callback`;

  const signInPage = addressOf(app.config, "web", "/auth/sign-in");
  return {
    getGithubSignIn: async () => {
      requireGithub(github);
      return { data: { success: true as const } };
    },

    startGithubSignIn: async ({ query }, reply) => {
      const oauth = requireGithub(github);
      const { invitationToken } = query;
      const login: Login = { verifier: unguessable(), ...(invitationToken && { invitationToken }) };
      const { state, setCookie } = await beginFlow(loginFlow, login, { secret, address });
      reply.header("set-cookie", setCookie);
      return redirectBrowser(reply, authorizeUrl(oauth, { redirectUri, state, challenge: challengeOf(login) }));
    },

    completeGithubSignIn: async (request, reply) => {
      const oauth = requireGithub(github);
      const { code, state } = request.query;
      reply.header("set-cookie", endFlow(loginFlow, address));
      try {
        const login = await readFlow(loginFlow, { cookies: request.headers.cookie, state }, secret);
        if (!login || !code) throw new GithubSignInError("github_refused");
        const call = { code, login, redirectUri, browser: browserOf(request), audit: request.audit };
        const signedIn = await signInWithGithub(app, oauth, call);
        // Behind the #, so that it is in no log of a server and in no Referer.
        return redirectBrowser(reply, `${signInPage}#${new URLSearchParams(signedIn)}`);
      } catch (error) {
        if (!(error instanceof GithubSignInError)) throw error;
        request.log.warn({ err: error.cause, failure: error.failure }, "a sign-in through GitHub has failed");
        return redirectBrowser(reply, `${signInPage}#error=${error.failure}`);
      }
    },
  };
});

function requireGithub(github: GithubApp | null): GithubApp {
  if (github) return github;
  throw new DomainError(
    "invalid_input",
    "Sign-in through GitHub is not configured: whoever runs this installation has to set BELFRY_GITHUB_CLIENT_ID and BELFRY_GITHUB_CLIENT_SECRET",
  );
}
