import { integer, pgTable, text } from "drizzle-orm/pg-core";
import { moment } from "../columns.ts";

/**
 * Sign-ins that failed in a row, by address and origin, and by address alone: too many block it for a while. Addresses that nobody has are counted as well, so
 * that the answers do not say which ones somebody has.
 */
export const loginAttempts = pgTable("login_attempts", {
  /** SHA-256 in hex of the normalised address, or of it and the network of the origin. */
  emailHash: text().primaryKey(),
  attempts: integer().notNull(),
  lastAttemptAt: moment().notNull(),
  expireAt: moment().notNull(),
});
