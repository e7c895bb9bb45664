import { z } from "zod";
import { NAME_MAX } from "../constants/limits.ts";
import { JOB_TITLES, RESET_FLOWS, SIGN_UP_ORIGINS } from "../constants/people.ts";
import { PERMISSION_NAMES } from "../constants/permission-names.ts";
import { ORGANIZATION_KEY, PERSON, PUBLIC } from "../schemas/access.ts";
import { data, example, Id, Moment, referenceUpTo, textUpTo } from "../schemas/common.ts";
import { operations } from "../schemas/operations.ts";
import { EmailAddress, ImageUrl, NewPassword, optionalName, personName } from "../schemas/people.ts";
import { ProductUseCases } from "./use-cases.ts";

const password = () => textUpTo(1_024).min(1, { error: "should not be empty" });

export const Login = z
  .object({ email: EmailAddress, password: password() })
  .meta(example({ email: "ada@example.com", password: "Analytical-1843" }));
export const Token = z.object({ token: z.string() });

/** A person who signs in. */
export const Account = z.object({
  _id: z.string(),
  id: z.string(),
  firstName: z.string(),
  lastName: z.string().optional(),
  email: z.string(),
  /** The address that takes the place of `email` once the link that was sent to it is followed. */
  pendingEmail: z.string().optional(),
  profilePicture: z.string().optional(),
  hasPassword: z.boolean(),
  /** Whether a sign-in asks for a code beside the password. */
  hasSecondFactor: z.boolean(),
  /** How many recovery codes were not used, of a person with a second factor. */
  recoveryCodesLeft: z.number().optional(),
  jobTitle: z.enum(JOB_TITLES).optional(),
  showOnBoarding: z.boolean().optional(),
  showOnBoardingTour: z.number().optional(),
  createdAt: z.string(),
});
export type Account = z.infer<typeof Account>;

export const Register = z
  .object({
    email: EmailAddress,
    password: NewPassword,
    firstName: personName(),
    lastName: optionalName(NAME_MAX),
    /** Creates an organisation, of which the person is the first admin. */
    organizationName: optionalName(NAME_MAX),
    origin: z.enum(SIGN_UP_ORIGINS).optional(),
    jobTitle: z.enum(JOB_TITLES).optional(),
    domain: optionalName(NAME_MAX),
    /** Of an invitation, which is accepted with the registration. */
    invitationToken: textUpTo(NAME_MAX).optional(),
    productUseCases: ProductUseCases.optional(),
  })
  .meta(
    example({
      email: "ada@example.com",
      password: "Analytical-1843",
      firstName: "Ada",
      lastName: "Lovelace",
      organizationName: "Analytical Engines",
    }),
  );
export type Register = z.infer<typeof Register>;
export const Registered = z.object({ user: Account, token: z.string() });

export const ResetRequest = z.object({ email: EmailAddress }).meta(example({ email: "ada@example.com" }));
export const ResetQuery = z.object({ src: z.enum(RESET_FLOWS).default("FORGOT_PASSWORD") });
export const Reset = z
  .object({ password: NewPassword, token: Id })
  .meta(example({ password: "Analytical-1843", token: "6f1c1f0a-3f2e-4c07-9f1e-0d7d8a5a4b11" }));
export const UpdatePassword = z
  .object({ currentPassword: password(), newPassword: NewPassword, confirmPassword: z.string() })
  .meta(
    example({
      currentPassword: "Analytical-1843",
      newPassword: "Difference-1822",
      confirmPassword: "Difference-1822",
    }),
  );
export type UpdatePassword = z.infer<typeof UpdatePassword>;

/** The first half of a sign-in of somebody with a second factor: `challenge` is valid for five minutes, and is no token. */
export const Challenge = z.object({ challenge: z.string() });
export const SignedIn = z.union([Token, Challenge]);
const Code = z
  .string()
  .trim()
  .min(6, { error: "must be the 6 digits of the application, or a recovery code" })
  .max(32, { error: "must be the 6 digits of the application, or a recovery code" });
export const AnswerChallenge = z
  .object({ challenge: textUpTo(2_048), code: Code })
  .meta(example({ challenge: "eyJhbGciOiJIUzI1NiJ9.e30.c2lnbmF0dXJl", code: "123456" }));
export const BeginSecondFactor = z
  .object({ currentPassword: password().optional() })
  .meta(example({ currentPassword: "Analytical-1843" }));
/** The secret of an authenticator application, in Base32, and the same as an `otpauth:` address for a QR code. */
export const SecondFactorSecret = z.object({ secret: z.string(), uri: z.string() });
export const ConfirmSecondFactor = z.object({ code: Code }).meta(example({ code: "123456" }));
/** Each is taken once, in place of a code of the application. No other answer shows them. */
export const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });
/** Proves that whoever is signed in is the person, before a second factor changes. */
export const SecondFactorProof = z
  .object({ currentPassword: password().optional(), code: Code })
  .meta(example({ currentPassword: "Analytical-1843", code: "123456" }));
export type SecondFactorProof = z.infer<typeof SecondFactorProof>;

export const Done = z.object({ success: z.literal(true) });

/** A sign-in of the person on some browser, which can be ended. */
export const Session = z.object({
  _id: z.string(),
  id: z.string(),
  /** Whether it is the session of this request. */
  current: z.boolean(),
  userAgent: z.string().optional(),
  address: z.string().optional(),
  createdAt: Moment,
  lastUsedAt: Moment,
  expireAt: Moment,
});
export type Session = z.infer<typeof Session>;

/** A check of a token: the person, and the organisation and roles in it as they are now. */
export const CurrentSession = z.object({
  user: Account,
  session: Session,
  _organizationId: z.string().optional(),
  /** Identifiers of the roles, and what they allow together. */
  roles: z.array(z.string()),
  permissions: z.array(z.enum(PERMISSION_NAMES)),
});

export const GithubCallback = z.object({
  code: textUpTo(512).optional(),
  state: textUpTo(512).optional(),
  error: textUpTo(512).optional(),
});
export const GithubStart = z.object({ invitationToken: textUpTo(NAME_MAX).optional() });

export const Onboarding = z.object({ showOnBoarding: z.boolean().optional() }).meta(example({ showOnBoarding: false }));
export const OnboardingTour = z
  .object({ showOnBoardingTour: z.int().min(0).max(1_000).optional() })
  .meta(example({ showOnBoardingTour: 2 }));

/** In production a picture needs https. */
export const UpdateProfile = z
  .object({ firstName: personName(), lastName: personName(), profilePicture: ImageUrl.nullish() })
  .meta(example({ firstName: "Ada", lastName: "King" }));
export type UpdateProfile = z.infer<typeof UpdateProfile>;
/** `currentPassword` is needed of an account that has one. */
export const ChangeEmail = z
  .object({ email: EmailAddress, currentPassword: password().optional() })
  .meta(example({ email: "ada@example.org", currentPassword: "Analytical-1843" }));
export type ChangeEmail = z.infer<typeof ChangeEmail>;
export const ConfirmEmail = z
  .object({ token: textUpTo(2_048) })
  .meta(example({ token: "eyJhbGciOiJIUzI1NiJ9.e30.c2lnbmF0dXJl" }));
export const EmailConfirmed = z.object({ email: z.string() });

export const authOperations = operations("auth", {
  register: {
    route: "POST /v1/auth/register",
    client: "auth.register",
    summary: "Create an account and sign in",
    access: [PUBLIC],
    limit: "logins",
    audit: ["session.opened", "member.joined", "organization.created"],
    body: Register,
    answer: { 201: data(Registered) },
    failures: ["conflict"],
  },

  signIn: {
    route: "POST /v1/auth/login",
    client: "auth.signIn",
    summary: "Sign in with email and password",
    access: [PUBLIC],
    limit: "logins",
    audit: ["session.opened", "session.refused", "session.blocked"],
    body: Login,
    answer: { 201: data(SignedIn) },
  },

  answerChallenge: {
    route: "POST /v1/auth/second-factor",
    client: "auth.answerChallenge",
    summary: "Complete a sign-in with a second-factor code",
    access: [PUBLIC],
    limit: "logins",
    audit: ["session.opened", "session.refused", "session.blocked", "user.updated"],
    body: AnswerChallenge,
    answer: { 201: data(Token) },
  },

  requestPasswordReset: {
    route: "POST /v1/auth/reset/request",
    client: "auth.requestPasswordReset",
    summary: "Send a link to set a new password",
    access: [PUBLIC],
    limit: "logins",
    audit: { none: "it only mails a link" },
    query: ResetQuery,
    body: ResetRequest,
    answer: { 201: data(Done) },
    failures: ["unavailable"],
  },

  resetPassword: {
    route: "POST /v1/auth/reset",
    client: "auth.resetPassword",
    summary: "Set a new password with the token of an emailed link, and sign in",
    access: [PUBLIC],
    limit: "logins",
    audit: ["user.updated", "session.opened"],
    body: Reset,
    answer: { 201: data(SignedIn) },
  },

  confirmEmail: {
    route: "POST /v1/auth/email",
    client: "auth.confirmEmail",
    summary: "Confirm a change of email address with the token of the emailed link",
    access: [PUBLIC],
    limit: "logins",
    audit: "user.updated",
    body: ConfirmEmail,
    answer: { 200: data(EmailConfirmed) },
  },

  changePassword: {
    route: "POST /v1/auth/update-password",
    client: "auth.changePassword",
    summary: "Change the password; the current one is required",
    access: [PERSON],
    audit: ["user.updated", "session.blocked"],
    body: UpdatePassword,
    answer: { 204: z.null() },
    failures: ["not_found"],
  },

  refreshToken: {
    route: "GET /v1/auth/refresh",
    client: "auth.refreshToken",
    summary: "Refresh the session token",
    access: [PERSON],
    answer: { 200: data(z.string()) },
  },

  switchOrganization: {
    route: "POST /v1/auth/organizations/:id/switch",
    client: "auth.switchOrganization",
    summary: "Get a token for another organisation",
    access: [PERSON],
    audit: { none: "it only returns another token" },
    params: z.object({ id: referenceUpTo(255) }),
    answer: { 200: data(z.string()) },
  },

  switchEnvironment: {
    route: "POST /v1/auth/environments/:id/switch",
    client: "auth.switchEnvironment",
    summary: "Get a token for the organisation of an environment",
    access: [PERSON],
    audit: { none: "it only returns another token" },
    params: z.object({ id: referenceUpTo(255) }),
    answer: { 200: data(Token) },
    failures: ["not_found"],
  },
});

export const githubOperations = operations("auth", {
  getGithubSignIn: {
    route: "GET /v1/auth/github",
    client: "auth.getGithubSignIn",
    summary: "Get whether sign-in with GitHub is available",
    description: "Says whether people can sign in through GitHub.",
    access: [PUBLIC],
    limit: "logins",
    answer: { 200: data(Done) },
  },

  startGithubSignIn: {
    route: "GET /v1/auth/github/authorize",
    client: "auth.startGithubSignIn",
    summary: "Redirect to GitHub to sign in",
    description: "Begins a sign-in: browsers are sent to GitHub.",
    access: [PUBLIC],
    limit: "logins",
    query: GithubStart,
    answer: { 302: z.null() },
  },

  completeGithubSignIn: {
    route: "GET /v1/auth/github/callback",
    client: "auth.completeGithubSignIn",
    summary: "Complete the sign-in with GitHub",
    description: "Ends a sign-in: browsers are sent to the dashboard, with a token or an error behind the #.",
    access: [PUBLIC],
    limit: "logins",
    audit: ["session.opened", "member.joined"],
    query: GithubCallback,
    answer: { 302: z.null() },
  },
});

export const sessionOperations = operations("auth", {
  getCurrentSession: {
    route: "GET /v1/auth/session",
    client: "auth.getSession",
    summary: "Get the person and the organisation of the session",
    access: [PERSON],
    answer: { 200: data(CurrentSession) },
  },

  signOut: {
    route: "POST /v1/auth/logout",
    client: "auth.signOut",
    summary: "Sign out",
    access: [PERSON],
    audit: "session.ended",
    answer: { 204: z.null() },
    failures: ["not_found"],
  },

  listSessions: {
    route: "GET /v1/auth/sessions",
    client: "auth.listSessions",
    summary: "List the open sessions of the person",
    access: [PERSON],
    answer: { 200: data(z.array(Session)) },
  },

  endOtherSessions: {
    route: "DELETE /v1/auth/sessions",
    client: "auth.endOtherSessions",
    summary: "Sign out the other sessions of the person",
    description: "Ends all sessions of the person but the one of this request.",
    access: [PERSON],
    audit: "session.ended",
    answer: { 204: z.null() },
  },

  endSession: {
    route: "DELETE /v1/auth/sessions/:sessionId",
    client: "auth.endSession",
    summary: "Sign out one session of the person",
    access: [PERSON],
    audit: "session.ended",
    params: z.object({ sessionId: Id }),
    answer: { 204: z.null() },
    failures: ["not_found"],
  },
});

export const userOperations = operations("users", {
  getCurrentUser: {
    route: "GET /v1/users/me",
    client: "users.getCurrent",
    summary: "Get the account of the caller",
    access: [ORGANIZATION_KEY, PERSON],
    answer: { 200: data(Account) },
    failures: ["not_found"],
  },

  updateProfile: {
    route: "PUT /v1/users/profile",
    client: "users.updateProfile",
    summary: "Update the name and picture of the caller",
    access: [ORGANIZATION_KEY, PERSON],
    audit: "user.updated",
    body: UpdateProfile,
    answer: { 200: data(Account) },
    failures: ["not_found"],
  },

  changeEmail: {
    route: "PUT /v1/users/profile/email",
    client: "users.changeEmail",
    summary: "Request a change of email address; it takes effect once the emailed link is opened",
    access: [PERSON],
    audit: "session.blocked",
    body: ChangeEmail,
    answer: { 200: data(Account) },
    failures: ["not_found", "unavailable"],
  },

  cancelEmail: {
    route: "DELETE /v1/users/profile/email",
    client: "users.cancelEmail",
    summary: "Cancel a pending change of email address",
    access: [PERSON],
    audit: { none: "the address stays as it is" },
    answer: { 200: data(Account) },
    failures: ["not_found"],
  },

  beginSecondFactor: {
    route: "POST /v1/users/second-factor",
    client: "users.beginSecondFactor",
    summary: "Start setting up a second factor; it takes effect once a code confirms it",
    access: [PERSON],
    audit: "session.blocked",
    secrets: ["secret", "uri"],
    body: BeginSecondFactor,
    answer: { 201: data(SecondFactorSecret) },
    failures: ["not_found", "conflict"],
  },

  confirmSecondFactor: {
    route: "POST /v1/users/second-factor/confirm",
    client: "users.confirmSecondFactor",
    summary: "Enable the second factor with a code and get recovery codes; other sessions are signed out",
    access: [PERSON],
    audit: ["user.updated", "session.blocked"],
    secrets: ["recoveryCodes"],
    body: ConfirmSecondFactor,
    answer: { 201: data(RecoveryCodes) },
    failures: ["not_found", "conflict"],
  },

  removeSecondFactor: {
    route: "POST /v1/users/second-factor/remove",
    client: "users.removeSecondFactor",
    summary: "Disable the second factor; a password and a code are required",
    access: [PERSON],
    audit: ["user.updated", "session.blocked"],
    body: SecondFactorProof,
    answer: { 204: z.null() },
    failures: ["not_found"],
  },

  renewRecoveryCodes: {
    route: "POST /v1/users/second-factor/recovery-codes",
    client: "users.renewRecoveryCodes",
    summary: "Replace all recovery codes; a password and a code are required",
    access: [PERSON],
    audit: ["user.updated", "session.blocked"],
    secrets: ["recoveryCodes"],
    body: SecondFactorProof,
    answer: { 201: data(RecoveryCodes) },
    failures: ["not_found", "conflict"],
  },

  updateOnboarding: {
    route: "PUT /v1/users/onboarding",
    client: "users.updateOnboarding",
    summary: "Save whether the caller has finished the introduction",
    access: [ORGANIZATION_KEY, PERSON],
    audit: { none: "what of the introduction a person has seen" },
    body: Onboarding,
    answer: { 200: data(Account) },
    failures: ["not_found"],
  },

  updateOnboardingTour: {
    route: "PUT /v1/users/onboarding-tour",
    client: "users.updateOnboardingTour",
    summary: "Save the caller's progress in the dashboard tour",
    access: [PERSON],
    audit: { none: "what of the introduction a person has seen" },
    body: OnboardingTour,
    answer: { 200: data(Account) },
    failures: ["not_found"],
  },
});
