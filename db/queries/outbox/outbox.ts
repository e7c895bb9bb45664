import { and, desc, eq } from "drizzle-orm";
import type { Channel } from "#contract/constants/channels.ts";
import { notFound } from "#domain/errors.ts";
import { isUuid } from "#domain/values/uuid.ts";
import type { Database } from "../../client.ts";
import { LIST_SKIP_ROWS, numberedPage } from "../../list-window.ts";
import { outboxMessages } from "../../schema/events/outbox-messages.ts";
import { type Scope, scopeOf } from "../../scope.ts";
import type { Transaction } from "../../transaction.ts";

export type OutboxRow = typeof outboxMessages.$inferSelect;

/** Messages that a demo provider took instead of sending them. */
export interface NewOutboxMessage {
  channel: Channel;
  messageId: string;
  to: readonly string[];
  from: string;
  subject?: string;
  html?: string;
  text?: string;
  /** Text of channels that know no other form. */
  content?: string;
}

/** Keeps the message for its environment to look at. The same message again is the one that is there already. */
export async function insertOutboxMessage(
  db: Database,
  scope: Scope,
  message: NewOutboxMessage,
): Promise<{ id: string; date: string }> {
  const { channel, messageId, to, from, subject, html, text, content } = message;
  const [row] = await db
    .insert(outboxMessages)
    .values({ ...scopeOf(scope), channel, messageId, to: [...to], from, subject, html, text: text ?? content })
    // Setting a field to itself makes the row come back.
    .onConflictDoUpdate({ target: outboxMessages.messageId, set: { messageId } })
    .returning({ id: outboxMessages.id, createdAt: outboxMessages.createdAt });
  if (!row) throw new Error("Postgres confirmed an insert without a row");
  return { id: row.id, date: row.createdAt.toISOString() };
}

/** One page, newest first. */
export async function listOutbox(
  db: Database,
  scope: Scope,
  { page, limit }: { page: number; limit: number },
): Promise<{ messages: OutboxRow[]; hasMore: boolean }> {
  const rows = await numberedPage({ page, limit }, LIST_SKIP_ROWS, (range) =>
    db
      .select()
      .from(outboxMessages)
      .where(eq(outboxMessages.environmentId, scope.environmentId))
      .orderBy(desc(outboxMessages.createdAt), desc(outboxMessages.id))
      .limit(range.limit + 1)
      .offset(range.offset),
  );
  return { messages: rows.slice(0, limit), hasMore: rows.length > limit };
}

/** Throws `not_found`. */
export async function getOutboxMessage(db: Database, scope: Scope, id: string): Promise<OutboxRow> {
  const [row] = isUuid(id)
    ? await db
        .select()
        .from(outboxMessages)
        .where(and(eq(outboxMessages.environmentId, scope.environmentId), eq(outboxMessages.id, id)))
    : [];
  if (!row) throw notFound(`No message with id ${id} is in the outbox of this environment`);
  return row;
}

export async function emptyOutbox(transaction: Transaction, scope: Scope): Promise<void> {
  await transaction.delete(outboxMessages).where(eq(outboxMessages.environmentId, scope.environmentId));
}
