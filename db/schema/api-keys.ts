import { index, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { id, owner, timestamps } from "./columns.ts";
import { users } from "./users.ts";

export const apiKeys = pgTable(
  "api_keys",
  {
    id: id(),
    ...owner(),
    userId: uuid()
      .notNull()
      .references(() => users.id),
    /** SHA-256 of the key in hex: what a request is looked up by. */
    hash: text().notNull(),
    /** The key itself, encrypted, because members may read it again in the dashboard. */
    encryptedKey: text().notNull(),
    ...timestamps(),
  },
  (t) => [
    uniqueIndex("api_keys_hash").on(t.hash),
    // Listing and regenerating the keys of one environment.
    index("api_keys_environment").on(t.environmentId),
  ],
);
