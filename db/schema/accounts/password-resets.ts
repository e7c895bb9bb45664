import { index, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, moment } from "../columns.ts";
import { users } from "./users.ts";

/** Requests for a new password, which are limited by address, also by those that nobody has. */
export const passwordResets = pgTable(
  "password_resets",
  {
    id: id(),
    /** SHA-256 of the normalised address in hex. */
    emailHash: text().notNull(),
    /** Null for an address that nobody has. */
    userId: uuid().references(() => users.id),
    /** SHA-256 of the token in hex; null once it was used, or another one was sent. */
    tokenHash: text(),
    createdAt: createdAt(),
    /** Until then the token is valid. */
    expireAt: moment().notNull(),
  },
  (t) => [
    // Counting the requests of an address.
    index("password_resets_email").on(t.emailHash, t.createdAt),
    uniqueIndex("password_resets_token").on(t.tokenHash),
    // Ending the tokens of a person.
    index("password_resets_user").on(t.userId),
  ],
);
