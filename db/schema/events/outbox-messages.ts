import { index, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { Channel } from "#contract/constants/channels.ts";
import { createdAt, id, owner } from "../columns.ts";

/** The local outbox: what Belfry's own demo providers would have sent, for the dashboard to show. */
export const outboxMessages = pgTable(
  "outbox_messages",
  {
    id: id(),
    ...owner(),
    messageId: uuid().notNull(),
    channel: text().$type<Channel>().notNull(),
    to: text().array().notNull(),
    from: text(),
    subject: text(),
    html: text(),
    text: text(),
    createdAt: createdAt(),
  },
  (t) => [
    // Sending the same message again leaves one entry.
    uniqueIndex("outbox_messages_message").on(t.messageId),
    index("outbox_messages_environment_created").on(t.environmentId, t.createdAt),
  ],
);
