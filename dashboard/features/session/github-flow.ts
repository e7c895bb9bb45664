import { organizationOf } from "#dashboard/app/session.ts";

/** The page to open after the sign-in that this tab has begun. */
const RETURN_TO = "belfry-github-return-to";

/** Notes that this tab begins a sign-in through GitHub, so that it takes the token that comes back. */
export const beginGithubFlow = (returnTo: string | undefined): void =>
  sessionStorage.setItem(RETURN_TO, returnTo ?? "");

/** Why nobody was signed in: the codes that the API adds to the address, and one of the dashboard's own. */
const GITHUB_ERRORS = [
  "github_refused",
  "github_unavailable",
  "github_email_unverified",
  "account_email_unverified",
  "registration_disabled",
  "invitation_invalid",
  "other_tab",
] as const;
type GithubError = (typeof GITHUB_ERRORS)[number];
const REASONS = [...GITHUB_ERRORS, "session_ended"] as const;
export type SignInReason = (typeof REASONS)[number];

/** Returns why somebody has to sign in, as a search parameter names it; undefined for anything else. */
export const signInReasonOf = (value: unknown): SignInReason | undefined => REASONS.find((reason) => reason === value);

/** The result of a sign-in through GitHub: a token with the page to open, or why there is none. */
type GithubResult =
  | { token: string; returnTo: string | undefined }
  | { challenge: string; returnTo: string | undefined }
  | { error: GithubError };

/**
 * Reads the fragment with which a sign-in through GitHub ends, `token=...`, `challenge=...` or `error=...`; undefined for any other. A token is taken by the
 * tab that began the sign-in, and once: a link with somebody else's token signs nobody in.
 */
export function endGithubFlow(fragment: string): GithubResult | undefined {
  const given = new URLSearchParams(fragment);
  const [token, challenge, error] = [given.get("token"), given.get("challenge"), given.get("error")];
  if (token === null && challenge === null && error === null) return undefined;
  const returnTo = sessionStorage.getItem(RETURN_TO);
  sessionStorage.removeItem(RETURN_TO);
  if (token === null && challenge === null)
    return { error: GITHUB_ERRORS.find((known) => known === error) ?? "github_refused" };
  if (returnTo === null) return { error: "other_tab" };
  if (challenge !== null) return { challenge, returnTo: returnTo || undefined };
  if (token === null) return { error: "github_refused" };
  if (organizationOf(token) === undefined) return { error: "github_refused" };
  return { token, returnTo: returnTo || undefined };
}
