import { sql } from "drizzle-orm";
import { customType, index, pgTable, primaryKey, smallint, uuid } from "drizzle-orm/pg-core";
import { moment, owner } from "../columns.ts";

const bytea = customType<{ data: Buffer }>({ dataType: () => "bytea" });

/**
 * The bytes of an event's attachments, until its last run has ended. Names, types and sizes are in the payload, in the same order,
 * and live as long as that.
 */
export const eventAttachments = pgTable(
  "event_attachments",
  {
    eventId: uuid().notNull(),
    ...owner(),
    /** Place in the list of the payload. */
    number: smallint().notNull(),
    file: bytea().notNull(),
    /** When to look next whether the event has ended; of the first attachment alone, for all of the event. */
    dueAt: moment(),
  },
  (t) => [
    primaryKey({ columns: [t.eventId, t.number] }),
    // The reconciler looks for events that have ended.
    index("event_attachments_due").on(t.dueAt).where(sql`due_at is not null`),
  ],
);
