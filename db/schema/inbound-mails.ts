import { index, jsonb, pgTable, smallint, uuid } from "drizzle-orm/pg-core";
import type { InboundMail } from "#contract/inbound-mail.ts";
import { createdAt, moment, owner } from "./columns.ts";

/** Replies to emails, until the callback of the workflow's step has taken them or the last call has failed. */
export const inboundMails = pgTable(
  "inbound_mails",
  {
    /** Derived from the message and the id of the mail, because a mail server may hand a mail over twice. */
    id: uuid().primaryKey(),
    ...owner(),
    /** The message that was replied to, and its partition. */
    messageId: uuid().notNull(),
    messageExpireAt: moment().notNull(),
    mail: jsonb().$type<InboundMail>().notNull(),
    /** Calls of the callback that have been begun. */
    attempts: smallint().notNull().default(0),
    /** When the callback is called next, or, while it is being called, when somebody else may. */
    dueAt: moment().notNull(),
    createdAt: createdAt(),
    expireAt: moment().notNull(),
  },
  (t) => [
    // What is due next.
    index("inbound_mails_due").on(t.dueAt),
    // Housekeeping deletes what has expired, in batches.
    index("inbound_mails_expire").using("brin", t.expireAt),
  ],
);
