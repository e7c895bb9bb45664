import type { Channel } from "#contract/constants/channels.ts";
import type { Database } from "#db/client.ts";
import { deleteMessage, deleteMessagesOfTransaction, type Touched } from "#db/queries/messages/messages.ts";
import type { LoggedCall } from "../../caller.ts";
import { announce } from "../../realtime/announce.ts";
import { note } from "../audit.ts";

/** Puts a message out of sight of everyone. Throws `not_found`. */
export async function removeMessage(db: Database, call: LoggedCall, messageId: string): Promise<void> {
  const touched = await db.transaction(async (transaction) => {
    const deleted = await deleteMessage(transaction, call.scope, messageId);
    await note(transaction, call, { action: "message.deleted", id: messageId });
    return deleted;
  });
  await announce(db, call, inboxesOf([touched]), ["unseen", "unread"]);
}

/** Puts an event's messages out of sight, or only those of one channel. Throws `not_found` when it has none at all. */
export async function removeMessagesOfTransaction(
  db: Database,
  call: LoggedCall,
  transactionId: string,
  channel: Channel | undefined,
): Promise<void> {
  const touched = await db.transaction(async (transaction) => {
    const deleted = await deleteMessagesOfTransaction(transaction, call.scope, transactionId, channel);
    const before = { transactionId, channel, messages: deleted.length };
    await note(transaction, call, { action: "message.deleted", name: transactionId, before });
    return deleted;
  });
  await announce(db, call, inboxesOf(touched), ["unseen", "unread"]);
}

/** The subscribers whose inboxes lost something. */
const inboxesOf = (touched: readonly Touched[]): string[] => [
  ...new Set(touched.filter(({ channel }) => channel === "in_app").map(({ subscriberId }) => subscriberId)),
];
