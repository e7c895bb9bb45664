import { index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, moment } from "../columns.ts";
import { users } from "./users.ts";

/** Sign-ins of people. A member's token names its session, and is refused when that has ended. */
export const sessions = pgTable(
  "sessions",
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id),
    /** Of the browser, as it was at the sign-in. */
    userAgent: text(),
    address: text(),
    createdAt: createdAt(),
    /** To some minutes. */
    lastUsedAt: moment().notNull(),
    expireAt: moment().notNull(),
  },
  // Listing and ending the sessions of a person.
  (t) => [index("sessions_user").on(t.userId)],
);
