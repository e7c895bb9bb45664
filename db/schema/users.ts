import { pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { id, timestamps } from "./columns.ts";

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
    ...timestamps(),
  },
  (t) => [
    // Addresses are stored normalised, so that one person cannot register twice by changing the case.
    uniqueIndex("users_email").on(t.email),
  ],
);
