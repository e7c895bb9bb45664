import { sql } from "drizzle-orm";
import { index, integer, jsonb, pgTable, smallint, uuid } from "drizzle-orm/pg-core";
import type { InboundMail } from "#contract/inbound-mail.ts";
import { createdAt, moment, owner } from "../columns.ts";

/**
 * Replies to emails, until the callback of the workflow's step has taken them or the last call has failed. The row stays for some days
 * without the mail, because a mail server that heard no answer hands the mail over again.
 */
export const inboundMails = pgTable(
  "inbound_mails",
  {
    /** Derived from the message and the id of the mail, because a mail server may hand a mail over twice. */
    id: uuid().primaryKey(),
    ...owner(),
    /** The message that was replied to, and its partition. */
    messageId: uuid().notNull(),
    messageExpireAt: moment().notNull(),
    /** Null once it has been passed on or given up. */
    mail: jsonb().$type<InboundMail>(),
    /** Size of the mail as JSON in UTF-8. */
    bytes: integer().notNull().default(0),
    /** Calls of the callback that have been begun. */
    attempts: smallint().notNull().default(0),
    /** When the callback is called next, or, while it is being called, when somebody else may. Null when that is over. */
    dueAt: moment(),
    createdAt: createdAt(),
    expireAt: moment().notNull(),
  },
  (t) => [
    // What is due next.
    index("inbound_mails_due").on(t.dueAt).where(sql`due_at is not null`),
    // The last reply of an environment.
    index("inbound_mails_received").on(t.environmentId, t.createdAt),
    // The replies to an email, which are removed when its subscriber is erased.
    index("inbound_mails_message").on(t.messageId),
  ],
);
