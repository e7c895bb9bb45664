import { z } from "zod";
import { example, Id, Moment, optionalText, textUpTo } from "./common.ts";
import { NAME_MAX } from "./constants/limits.ts";
import { JOB_TITLES, RESET_FLOWS, SIGN_UP_ORIGINS } from "./constants/people.ts";
import { MEMBER_ROLES } from "./constants/statuses.ts";
import { EmailAddress, ImageUrl, NewPassword, optionalName, personName } from "./people.ts";
import { ProductUseCases } from "./use-cases.ts";

const password = () => textUpTo(1_024).min(1, { error: "should not be empty" });

export const Login = z
  .object({ email: z.email({ error: "must be an email" }), password: password() })
  .meta(example({ email: "ada@example.com", password: "Analytical-1843" }));
export const Token = z.object({ token: z.string() });

/** A person who signs in. */
export const Account = z.object({
  _id: z.string(),
  id: z.string(),
  firstName: z.string(),
  lastName: z.string().optional(),
  email: z.string(),
  profilePicture: z.string().optional(),
  hasPassword: z.boolean(),
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
    origin: z.enum(SIGN_UP_ORIGINS).nullish(),
    jobTitle: z.enum(JOB_TITLES).nullish(),
    domain: optionalName(NAME_MAX),
    /** Of an invitation, which is accepted with the registration. */
    invitationToken: optionalText(NAME_MAX),
    productUseCases: ProductUseCases.nullish(),
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
  roles: z.array(z.enum(MEMBER_ROLES)),
});

export const GithubCallback = z.object({
  code: textUpTo(512).optional(),
  state: textUpTo(512).optional(),
  error: textUpTo(512).optional(),
});
export const GithubStart = z.object({ invitationToken: textUpTo(NAME_MAX).optional() });

export const Onboarding = z.object({ showOnBoarding: z.boolean().nullish() }).meta(example({ showOnBoarding: false }));
export const OnboardingTour = z
  .object({ showOnBoardingTour: z.int().min(0).max(1_000).nullish() })
  .meta(example({ showOnBoardingTour: 2 }));

/** In production a picture needs https. */
export const UpdateProfile = z
  .object({ firstName: personName(), lastName: personName(), profilePicture: ImageUrl.nullish() })
  .meta(example({ firstName: "Ada", lastName: "King" }));
export type UpdateProfile = z.infer<typeof UpdateProfile>;
export const ChangeEmail = z.object({ email: EmailAddress }).meta(example({ email: "ada@example.org" }));
