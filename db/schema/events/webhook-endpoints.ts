import { sql } from "drizzle-orm";
import { boolean, index, integer, pgTable, text } from "drizzle-orm/pg-core";
import type { WebhookEventType } from "#contract/constants/webhooks.ts";
import { id, moment, owner, timestamps } from "../columns.ts";

/** Addresses that an environment's events are reported to: docs/decisions/031-webhooks.md. */
export const webhookEndpoints = pgTable(
  "webhook_endpoints",
  {
    id: id(),
    ...owner(),
    url: text().notNull(),
    description: text(),
    /** Null for all. */
    eventTypes: text().array().$type<WebhookEventType[]>(),
    active: boolean().notNull(),
    /** Why Belfry has switched it off. */
    disabledReason: text(),
    /** Encrypted: `db/encryption.ts`. Empty once the endpoint is deleted. */
    secret: text().notNull(),
    /** The secret before this one, encrypted, and until when events are signed with it, too. */
    formerSecret: text(),
    formerSecretUntil: moment(),
    /** The first of the attempts that have failed since the last success, and how many these are. */
    failingSince: moment(),
    failures: integer().notNull().default(0),
    /** After many failures in a row: nothing is sent until then. */
    pausedUntil: moment(),
    /** Until when events are spread that it is sent again or late: the next ones that are recovered come after them. */
    recoveringUntil: moment(),
    /** Events that wait for a deleted endpoint still refer to it. */
    deletedAt: moment(),
    ...timestamps(),
  },
  (t) => [
    // Whatever stores an event asks for the endpoints of its environment.
    index("webhook_endpoints_environment").on(t.environmentId).where(sql`deleted_at is null`),
  ],
);
