import type { OutboxMessage } from "#contract/outbox.ts";
import type { OutboxRow } from "#db/queries/outbox/outbox.ts";
import { ownedFields, withoutNulls } from "./fields.ts";

export const outboxMessageView = (row: OutboxRow): OutboxMessage => ({
  ...ownedFields(row),
  _messageId: row.messageId,
  channel: row.channel,
  to: row.to,
  ...withoutNulls({ from: row.from, subject: row.subject, html: row.html, text: row.text }),
  createdAt: row.createdAt.toISOString(),
});
