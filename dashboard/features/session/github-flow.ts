import { organizationOf } from "#dashboard/app/session.ts";

/** The page to open after the sign-in that this tab has begun. */
const RETURN_TO = "belfry-github-return-to";

/** Notes that this tab begins a sign-in through GitHub, so that it takes the token that comes back. */
export const beginGithubFlow = (returnTo: string | undefined): void =>
  sessionStorage.setItem(RETURN_TO, returnTo ?? "");

/** Why nobody was signed in: by the codes that the API adds to the address, and one of the dashboard's own. */
const GITHUB_ERRORS = {
  github_refused: "GitHub did not sign you in: try again, and allow Belfry to read your account.",
  github_unavailable: "GitHub gives no answer at the moment: try again later.",
  github_email_unverified: "Your account at GitHub has no verified email address: verify one there, and try again.",
  account_email_unverified: "There is an account with your email address already: sign in with its password.",
  registration_disabled: "New accounts need an invitation here: ask an admin of your organisation for one.",
  invitation_invalid: "The invitation has expired, was used or was withdrawn: ask for another one.",
  other_tab: "This sign-in began in another tab or browser: begin again here.",
} as const;
type GithubError = keyof typeof GITHUB_ERRORS;

/** The sentences that the sign-in page shows above its form. */
export const SIGN_IN_REASONS = {
  ...GITHUB_ERRORS,
  session_ended: "Your session has ended. Sign in to go on where you were.",
} as const;
export type SignInReason = keyof typeof SIGN_IN_REASONS;

/** Returns why somebody has to sign in, as a search parameter names it; undefined for anything else. */
export const signInReasonOf = (value: unknown): SignInReason | undefined => keyIn(SIGN_IN_REASONS, value);

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
  if (token === null && challenge === null) return { error: keyIn(GITHUB_ERRORS, error) ?? "github_refused" };
  if (returnTo === null) return { error: "other_tab" };
  if (challenge !== null) return { challenge, returnTo: returnTo || undefined };
  if (token === null) return { error: "github_refused" };
  if (organizationOf(token) === undefined) return { error: "github_refused" };
  return { token, returnTo: returnTo || undefined };
}

/** Returns the value when it is a key of the object. */
function keyIn<K extends string>(object: Readonly<Record<K, unknown>>, value: unknown): K | undefined {
  // The type of `Object.keys` is wider than what an object literal has.
  return (Object.keys(object) as K[]).find((key) => key === value);
}
