import type { SignInReason } from "./github-flow.ts";

/** The sentences that the sign-in page shows above its form. */
export const SIGN_IN_REASONS: Readonly<Record<SignInReason, string>> = {
  github_refused: "GitHub did not sign you in: try again, and allow Belfry to read your account.",
  github_unavailable: "GitHub gives no answer at the moment: try again later.",
  github_email_unverified: "Your account at GitHub has no verified email address: verify one there, and try again.",
  account_email_unverified: "There is an account with your email address already: sign in with its password.",
  registration_disabled: "New accounts need an invitation here: ask an admin of your organisation for one.",
  invitation_invalid: "The invitation has expired, was used or was withdrawn: ask for another one.",
  other_tab: "This sign-in began in another tab or browser: begin again here.",
  session_ended: "Your session has ended. Sign in to continue where you left off.",
};
