import { sql } from "drizzle-orm";
import { boolean, jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import type { SubscriberHours } from "#contract/subscriber-hours.ts";
import type { SubscriberData } from "#contract/subscribers.ts";
import type { StoredChannel } from "#domain/subscriber-channels.ts";
import { id, moment, owner, timestamps } from "./columns.ts";

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
    /** Null until an inbox connects for the first time: conditions tell "never seen" from "offline". */
    isOnline: boolean(),
    lastOnlineAt: moment(),
    deletedAt: moment(),
    ...timestamps(),
  },
  (t) => [
    // The customer's own id. Deleted rows keep it, so that a returning subscriber is the same one again.
    uniqueIndex("subscribers_environment_subscriber_id").on(t.environmentId, t.subscriberId),
    // A broadcast pages through the environment by id, which survives inserts and a crash in the middle. Partial, so that
    // statements which look for one subscriber, deleted or not, cannot use it: docs/decisions/012-plans-for-all-values.md.
    uniqueIndex("subscribers_environment_id").on(t.environmentId, t.id).where(sql`deleted_at is null`),
  ],
);
