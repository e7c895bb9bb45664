import { z } from "zod";
import type { HttpClient } from "#providers/http/http.ts";

export interface GithubApp {
  clientId: string;
  clientSecret: string;
}

/** A person of GitHub, with the primary address once GitHub has verified it. */
export interface GithubAccount {
  githubId: string;
  name: string;
  picture: string | null;
  verifiedEmail: string | undefined;
}

// GitHub's documentation: "Authorizing OAuth apps", "Get the authenticated user", "List email addresses".
const AUTHORIZE = "https://github.com/login/oauth/authorize";
const EXCHANGE = "https://github.com/login/oauth/access_token";
const API = "https://api.github.com";
const HOSTS = ["github.com", "api.github.com"];

const Exchanged = z.object({ access_token: z.string().min(1) });
const Profile = z.object({
  id: z.number(),
  login: z.string(),
  name: z.string().nullish(),
  avatar_url: z.string().nullish(),
});
const Emails = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }));

/** The page of GitHub on which a person agrees. */
export function authorizeUrl(
  { clientId }: GithubApp,
  { redirectUri, state, challenge }: { redirectUri: string; state: string; challenge: string },
): string {
  const url = new URL(AUTHORIZE);
  const query = {
    client_id: clientId,
    redirect_uri: redirectUri,
    scope: "read:user user:email",
    state,
    code_challenge: challenge,
    code_challenge_method: "S256",
  };
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url.href;
}

/** Redeems a code. Throws ProviderError, also for a code that GitHub does not accept, which it answers with 200. */
export async function readAccount(
  http: HttpClient,
  { clientId, clientSecret }: GithubApp,
  { code, verifier, redirectUri }: { code: string; verifier: string; redirectUri: string },
): Promise<GithubAccount> {
  const github = http.withVendorHosts(HOSTS);
  const reply = await github.post(EXCHANGE, {
    headers: { accept: "application/json" },
    form: {
      client_id: clientId,
      client_secret: clientSecret,
      code,
      code_verifier: verifier,
      redirect_uri: redirectUri,
    },
  });
  const { access_token } = reply.json(Exchanged);
  const headers = { authorization: `Bearer ${access_token}`, accept: "application/vnd.github+json" };
  const [profile, emails] = await Promise.all([
    github.get(`${API}/user`, { headers }).then((answer) => answer.json(Profile)),
    github.get(`${API}/user/emails`, { headers }).then((answer) => answer.json(Emails)),
  ]);
  return {
    githubId: String(profile.id),
    name: profile.name?.trim() || profile.login,
    picture: profile.avatar_url ?? null,
    verifiedEmail: emails.find(({ primary, verified }) => primary && verified)?.email,
  };
}
