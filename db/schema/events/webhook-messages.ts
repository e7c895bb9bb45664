import { sql } from "drizzle-orm";
import { index, integer, jsonb, pgTable, smallint, text, uuid } from "drizzle-orm/pg-core";
import type { WebhookStatus } from "#contract/constants/webhooks.ts";
import { createdAt, id, moment, owner } from "../columns.ts";

/** Events that endpoints are sent, each with its last attempt. An event has a row for each endpoint that wants it. */
export const webhookMessages = pgTable(
  "webhook_messages",
  {
    id: id(),
    ...owner(),
    endpointId: uuid().notNull(),
    /** The row of `webhook_events`, which is forgotten earlier; null of a test. The id of this row follows from both. */
    eventId: uuid(),
    type: text().notNull(),
    data: jsonb().$type<Record<string, unknown>>().notNull(),
    status: text().$type<WebhookStatus>().notNull().default("waiting"),
    /** Attempts that have been begun, since it was last asked for. */
    attempts: smallint().notNull().default(0),
    /** While waiting: when it is sent, or, while it is being sent, when somebody else may. */
    dueAt: moment(),
    lastAttemptAt: moment(),
    responseStatus: integer(),
    responseBody: text(),
    error: text(),
    createdAt: createdAt(),
    expireAt: moment().notNull(),
  },
  (t) => [
    // What an endpoint is sent next.
    index("webhook_messages_due").on(t.endpointId, t.dueAt).where(sql`due_at is not null`),
    // The log, newest first.
    index("webhook_messages_log").on(t.endpointId, t.createdAt, t.id),
    // Failed ones: the log of them, and what is sent again.
    index("webhook_messages_failed").on(t.endpointId, t.createdAt, t.id).where(sql`status = 'failed'`),
  ],
);
