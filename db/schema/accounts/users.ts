import { boolean, integer, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import type { JobTitle } from "#contract/constants/people.ts";
import { id, moment, timestamps } from "../columns.ts";

/** People who sign in to the dashboard. What they may do hangs on their membership of an organisation. */
export const users = pgTable(
  "users",
  {
    id: id(),
    firstName: text().notNull(),
    lastName: text(),
    email: text().notNull(),
    /** By Argon2id, or by bcrypt until the next sign-in; null for people who only sign in through GitHub. */
    passwordHash: text(),
    /** The address that the person wants instead, until its link is followed or the change is cancelled; null without one. */
    pendingEmail: text(),
    pendingEmailExpireAt: moment(),
    profilePicture: text(),
    /** When the person last proved to read mail to the address; null when they have not. */
    emailVerifiedAt: moment(),
    /** GitHub's number of the account that the person signs in with. */
    githubId: text(),
    jobTitle: text().$type<JobTitle>(),
    /** Steps of the dashboard's introduction; null before it was shown. */
    showOnBoarding: boolean(),
    showOnBoardingTour: integer(),
    /** Of the second factor, encrypted: the secret of RFC 6238. Null without one. */
    totpSecret: text(),
    /** When a code has shown that the person's application has the secret; null until then. */
    totpEnabledAt: moment(),
    /** The time step of the last code that was taken, which is not taken again. */
    totpLastStep: integer(),
    /** SHA-256 in hex of the recovery codes that were not used. */
    recoveryCodes: text().array().notNull().default([]),
    /** The account of the demo, whose password everybody knows. Production mode ends its access. */
    isDemo: boolean().notNull().default(false),
    ...timestamps(),
  },
  (t) => [
    // Addresses are stored normalised, so that one person cannot register twice by changing the case.
    uniqueIndex("users_email").on(t.email),
    uniqueIndex("users_github").on(t.githubId),
  ],
);
