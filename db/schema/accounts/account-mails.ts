import { index, integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { createdAt, id, moment } from "../columns.ts";

/** A message of an alert rule to one of its destinations. It has no secrets, and names nobody. */
export interface QueuedAlert {
  ruleId: string;
  /** An address, or `slack`. */
  to: string;
  subject: string;
  sentences: string[];
  /** A path of the dashboard. */
  path: string;
}

/** Mails to members that are still to be sent, such as the link for a new password: a restart of the process loses none. */
export const accountMails = pgTable(
  "account_mails",
  {
    id: id(),
    /** The mail as JSON, encrypted, as it may have a link that signs in; null where nobody has the address that asked for one. */
    mail: text(),
    /** In place of a mail: what a rule tells one of its destinations. */
    alert: jsonb().$type<QueuedAlert>(),
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
