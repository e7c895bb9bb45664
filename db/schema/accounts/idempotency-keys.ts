import { boolean, pgTable, smallint, text, uuid } from "drizzle-orm/pg-core";
import { moment } from "../columns.ts";

/**
 * Calls that carried an Idempotency-Key, and their answers. The row is inserted before the call is processed, and the attempt that
 * holds its lease is the only one that processes it.
 */
export const idempotencyKeys = pgTable("idempotency_keys", {
  /** Derived from organisation, environment, method, path and key: nobody finds a row of an environment that is not theirs. */
  id: uuid().primaryKey(),
  organizationId: uuid().notNull(),
  /** Null for a call to an organisation as a whole. */
  environmentId: uuid(),
  /** Names the call across its attempts. Random, so that a key that is used again after it expired names another call. */
  callId: uuid().notNull(),
  /** BLAKE2s-256 of the body, in hex. */
  bodyHash: text().notNull(),
  /** The attempt that may store an answer. */
  claim: uuid().notNull(),
  /** Until then no other attempt is admitted, unless there is an answer. */
  leasedUntil: moment().notNull(),
  /** HTTP status of the answer; null while there is none. */
  status: smallint(),
  contentType: text(),
  /** The answer as it was sent, encrypted, because answers may hold keys of environments. Null when it was empty. */
  body: text(),
  /** Whether the answer was too long to be stored. */
  isOmitted: boolean().notNull().default(false),
  expireAt: moment().notNull(),
});
