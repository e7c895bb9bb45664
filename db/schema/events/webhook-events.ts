import { sql } from "drizzle-orm";
import { bigserial, customType, index, jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { createdAt, id, moment, owner } from "../columns.ts";

/** A transaction's id, which grows for ever. Read as text: it may exceed the numbers of JavaScript. */
const xid8 = customType<{ data: string }>({ dataType: () => "xid8" });

/**
 * Events of environments, as they are reported to webhook endpoints and pulled by receivers: docs/decisions/078-log-of-webhook-events.md.
 * An endpoint is sent a copy, a row of `webhook_messages`.
 */
export const webhookEvents = pgTable(
  "webhook_events",
  {
    id: id(),
    ...owner(),
    type: text().notNull(),
    data: jsonb().$type<Record<string, unknown>>().notNull(),
    /** The transaction that stored it. Events are pulled once all transactions with smaller ids have ended. */
    storedBy: xid8().notNull().default(sql`pg_current_xact_id()`),
    /** The order of what one transaction stored. */
    number: bigserial({ mode: "bigint" }).notNull(),
    createdAt: createdAt(),
    expireAt: moment().notNull(),
  },
  (t) => [
    // What is pulled, in an order in which nothing comes late.
    uniqueIndex("webhook_events_order").on(t.environmentId, t.storedBy, t.number),
    // What happened since a moment, and the latest.
    index("webhook_events_created").on(t.environmentId, t.createdAt, t.id),
  ],
);
