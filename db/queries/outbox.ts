import type { Database } from "../client.ts";
import { outboxMessages } from "../schema/outbox-messages.ts";
import { type Scope, scopeOf } from "../scope.ts";

/** What one of Belfry's demo providers hands in. */
export interface OutboxEntry {
  messageId: string;
  channel: "email" | "sms";
  to: readonly string[];
  from: string;
  subject?: string;
  html?: string;
  text?: string;
  /** The words of a text message. */
  content?: string;
}

/** Puts a message into the local outbox. The same message handed in again leaves one entry. */
export async function insertOutboxMessage(db: Database, scope: Scope, entry: OutboxEntry): Promise<{ id: string; date: string }> {
  const { messageId, channel, to, from, subject, html, text, content } = entry;
  await db
    .insert(outboxMessages)
    .values({
      ...scopeOf(scope),
      messageId,
      channel,
      to: [...to],
      from,
      subject: subject ?? null,
      html: html ?? null,
      text: content ?? text ?? null,
    })
    .onConflictDoNothing({ target: outboxMessages.messageId });
  return { id: messageId, date: new Date().toISOString() };
}
