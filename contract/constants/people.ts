/** Closed sets about people and their organisations. */

export const JOB_TITLES = [
  "engineer",
  "engineering_manager",
  "architect",
  "product_manager",
  "designer",
  "cxo_founder",
  "marketing_manager",
  "student",
  "cxo",
  "other",
] as const;
export type JobTitle = (typeof JOB_TITLES)[number];

export const SIGN_UP_ORIGINS = ["web", "cli", "vercel"] as const;

export const RESET_FLOWS = ["FORGOT_PASSWORD", "USER_PROFILE"] as const;
export type ResetFlow = (typeof RESET_FLOWS)[number];

/** Days until a reset of a password, and an invitation, is no longer accepted. */
export const RESET_DAYS = 7;
export const INVITATION_DAYS = 7;
/** People invited by one call. */
export const BULK_INVITATIONS_MAX = 100;

/** Rules of a password, all of which hold; `text` is what a form says of each. */
export const PASSWORD_RULES: readonly { text: string; pattern: RegExp }[] = [
  { text: "8 to 64 characters", pattern: /^.{8,64}$/su },
  { text: "An uppercase letter", pattern: /\p{Lu}/u },
  { text: "A lowercase letter", pattern: /\p{Ll}/u },
  { text: "A digit", pattern: /[0-9]/ },
  { text: "One of # ? ! @ $ % ^ & * ( ) -", pattern: /[#?!@$%^&*()-]/ },
  { text: "No spaces", pattern: /^\S+$/u },
];
export const PASSWORD_POLICY =
  "must have 8 to 64 characters, among them an uppercase letter, a lowercase letter, a digit and one of " +
  "# ? ! @ $ % ^ & * ( ) -, and no whitespace";

/** Endings of the addresses of pictures. */
/** Bytes of a logo that is uploaded. */
export const LOGO_MAX_BYTES = 200_000;
/** Logos of an organisation that stay available, so that mails which were sent before go on showing theirs. */
export const LOGOS_KEPT = 20;

export const IMAGE_ENDINGS = ["jpg", "jpeg", "png", "gif", "svg"] as const;

/** Mails of invitations that an organisation may have sent in an hour. */
export const INVITATIONS_PER_HOUR = 100;
/** Mails of invitations that an organisation sends to one address in a day, and how many seconds pass between two of them. */
export const INVITATION_MAILS_PER_DAY = 5;
export const INVITATION_MAIL_SECONDS = 60;

export const RECOVERY_CODES = 10;
