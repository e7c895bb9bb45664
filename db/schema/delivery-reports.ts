import { sql } from "drizzle-orm";
import { boolean, index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import type { ReportStatus } from "#contract/constants/report-statuses.ts";
import { createdAt, moment, owner } from "./columns.ts";

/** Reports of vendors about messages that they have taken, whether their message is known yet or not. */
export const deliveryReports = pgTable(
  "delivery_reports",
  {
    /** Derived from integration, message and event, because vendors report an event again when an answer was lost. */
    id: uuid().primaryKey(),
    ...owner(),
    integrationId: uuid().notNull(),
    /** The vendor's id of the message. */
    identifier: text().notNull(),
    status: text().$type<ReportStatus>().notNull(),
    reportedAt: moment().notNull(),
    /** Of a bounce: whether the mailbox will never take a mail; null where the vendor does not say. */
    isPermanent: boolean(),
    /** The vendor's words. */
    response: text(),
    /** JSON text of the event, as the vendor sent it. */
    raw: text(),
    /** The message; null as long as none is known by the identifier. */
    messageId: uuid(),
    createdAt: createdAt(),
    expireAt: moment().notNull(),
  },
  (t) => [
    // Those that came before their message was recorded.
    index("delivery_reports_unmatched").on(t.createdAt).where(sql`message_id is null`),
  ],
);
