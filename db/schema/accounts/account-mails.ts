import { index, integer, pgTable, text } from "drizzle-orm/pg-core";
import { createdAt, id, moment } from "../columns.ts";

/** Mails to members that are still to be sent, such as the link for a new password: a restart of the process loses none. */
export const accountMails = pgTable(
  "account_mails",
  {
    id: id(),
    /** The mail as JSON, encrypted, as it may have a link that signs in; null where nobody has the address that asked for one. */
    mail: text(),
    /** Attempts that were begun. */
    attempts: integer().notNull().default(0),
    dueAt: moment().notNull(),
    /** From then on it is not sent any more. */
    expireAt: moment().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    // Taking what is due.
    index("account_mails_due").on(t.dueAt),
  ],
);
