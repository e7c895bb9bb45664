import { sql } from "drizzle-orm";
import { boolean, index, jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import type { SubscriberHours } from "#contract/schemas/subscriber-hours.ts";
import type { SubscriberData } from "#contract/subscribers.ts";
import type { StoredChannel, TokenMoments } from "#domain/subscriber-channels.ts";
import { id, moment, owner, timestamps } from "./columns.ts";

/** The condition of lists of subscribers, and of their index. */
export const LISTED = sql`deleted_at is null and created_at > '-infinity'`;
/** Values that searches compare, in lower case and no longer than an index entry may be. */
export const SEARCHED = {
  email: sql`lower(left(email, 320))`,
  phone: sql`left(phone, 64)`,
  fullName: sql`lower(left(first_name, 255) || ' ' || left(coalesce(last_name, ''), 255))`,
  lastName: sql`lower(left(last_name, 255))`,
};

export const subscribers = pgTable(
  "subscribers",
  {
    id: id(),
    ...owner(),
    subscriberId: text().notNull(),
    firstName: text(),
    lastName: text(),
    email: text(),
    phone: text(),
    avatar: text(),
    locale: text(),
    /** Name of a zone of the IANA database; null for one that counts as UTC. */
    timezone: text(),
    /** When messages may reach the subscriber; null for one who never chose. */
    hours: jsonb().$type<SubscriberHours>(),
    data: jsonb().$type<SubscriberData>(),
    channels: jsonb().$type<StoredChannel[]>().notNull().default([]),
    /** By device token in `channels`: when it was stored last, in ISO 8601. A token of long ago has none. */
    tokensStoredAt: jsonb().$type<TokenMoments>().notNull().default({}),
    /** Null until an inbox connects for the first time: conditions tell "never seen" from "offline". */
    isOnline: boolean(),
    lastOnlineAt: moment(),
    deletedAt: moment(),
    ...timestamps(),
  },
  (t) => [
    // The customer's own id. Deleted rows keep it, so that a returning subscriber is the same one again. Its operator class
    // serves searches by the beginning of an id, too, whatever the database's collation.
    uniqueIndex("subscribers_environment_subscriber_id").on(t.environmentId, t.subscriberId.op("text_pattern_ops")),
    // A broadcast pages through the environment by id, which survives inserts and a crash in the middle. Partial, so that
    // statements which look for one subscriber, deleted or not, cannot use it: docs/decisions/012-plans-for-all-values.md.
    uniqueIndex("subscribers_environment_id").on(t.environmentId, t.id).where(sql`deleted_at is null`),
    // Lists, newest first. Every row fulfils the second condition, which only lists name: other statements cannot use it.
    index("subscribers_environment_created").on(t.environmentId, t.createdAt, t.id).where(LISTED),
    // Searches by the beginning of an address, a number or a name.
    index("subscribers_environment_email")
      .on(t.environmentId, sql`${SEARCHED.email} text_pattern_ops`)
      .where(sql`deleted_at is null and email is not null`),
    index("subscribers_environment_phone")
      .on(t.environmentId, sql`${SEARCHED.phone} text_pattern_ops`)
      .where(sql`deleted_at is null and phone is not null`),
    index("subscribers_environment_name")
      .on(t.environmentId, sql`${SEARCHED.fullName} text_pattern_ops`)
      .where(sql`deleted_at is null and first_name is not null`),
    index("subscribers_environment_last_name")
      .on(t.environmentId, sql`${SEARCHED.lastName} text_pattern_ops`)
      .where(sql`deleted_at is null and last_name is not null`),
  ],
);
