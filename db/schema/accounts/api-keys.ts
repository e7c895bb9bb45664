import { index, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { ApiKeyType } from "#contract/constants/api-keys.ts";
import { exactMoment, id, moment, owner, timestamps } from "../columns.ts";
import { users } from "./users.ts";

export const apiKeys = pgTable(
  "api_keys",
  {
    id: id(),
    /** The environment of an organisation key is the one that it acts in unless a call names another one. */
    ...owner(),
    userId: uuid()
      .notNull()
      .references(() => users.id),
    type: text().$type<ApiKeyType>().notNull().default("environment"),
    name: text().notNull().default("Default"),
    /** The identifier of a role. It decides what the key may do, whatever its owner may. */
    role: text().notNull().default("admin"),
    /** SHA-256 of the key in hex: what a request is looked up by. */
    hash: text().notNull(),
    /** Its last four characters, by which people know it. */
    keyEnd: text().notNull().default(""),
    /** The key itself, encrypted: it signs what Belfry sends, and proofs are compared with it. Null for an organisation key. */
    encryptedKey: text(),
    /** Since when there is this key, or the one that it took the place of. The oldest one of an environment that was used signs. */
    rolledSince: exactMoment().notNull().defaultNow(),
    /** The key that took its place, while both work. */
    replacedById: uuid(),
    /** To a minute. */
    lastUsedAt: moment(),
    expireAt: moment(),
    ...timestamps(),
  },
  (t) => [
    uniqueIndex("api_keys_hash").on(t.hash),
    // Listing and rolling the keys of one environment.
    index("api_keys_environment").on(t.environmentId),
    // Listing the keys of an organisation, and passing on those of a member.
    index("api_keys_organization").on(t.organizationId),
  ],
);
