import { integer, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { id, moment, timestamps } from "./columns.ts";

/** People who sign in to the dashboard. What they may do hangs on their membership of an organisation. */
export const users = pgTable(
  "users",
  {
    id: id(),
    firstName: text().notNull(),
    lastName: text(),
    email: text().notNull(),
    /** bcrypt hash; null for people who only sign in through another service. */
    passwordHash: text(),
    profilePicture: text(),
    /** Sign-ins since the last one that succeeded, and when the latest of them was: too many block the account for a while. */
    loginAttempts: integer().notNull().default(0),
    lastLoginAttemptAt: moment(),
    ...timestamps(),
  },
  (t) => [
    // Addresses are stored normalised, so that one person cannot register twice by changing the case.
    uniqueIndex("users_email").on(t.email),
  ],
);
