import type { InAppMessage } from "#contract/messages.ts";
import type { InboxSocketFrame } from "#contract/widgets.ts";

/*
 * Readers of what the server sends. The contract's own schemas stay on the server: zod alone weighs more than this
 * core may. So each reader checks what the widget relies on, and its return type says which contract type that is.
 */

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Checks the fields the widget renders; the others it hands through unread. */
function isMessage(value: unknown): value is InAppMessage {
  return (
    isRecord(value) &&
    typeof value._id === "string" &&
    typeof value.content === "string" &&
    typeof value.createdAt === "string" &&
    typeof value.seen === "boolean" &&
    typeof value.read === "boolean" &&
    isRecord(value.cta)
  );
}

/** Reads the `data` member that wraps every reply but the feed. */
export function readData(reply: unknown): unknown {
  return isRecord(reply) ? reply.data : undefined;
}

export function readToken(session: unknown): string {
  if (isRecord(session) && typeof session.token === "string" && session.token !== "") return session.token;
  throw new Error("The session reply carries no token");
}

export function readCount(reply: unknown): number {
  if (isRecord(reply) && Number.isInteger(reply.count)) return Number(reply.count);
  throw new Error("The count reply carries no integer");
}

export function readMessages(list: unknown): InAppMessage[] {
  if (!Array.isArray(list)) throw new Error("The reply carries no list of messages");
  return list.filter(isMessage);
}

export type FeedPage = { messages: InAppMessage[]; hasMore: boolean };

export function readFeedPage(reply: unknown): FeedPage {
  return { messages: readMessages(readData(reply)), hasMore: isRecord(reply) && reply.hasMore === true };
}

/** Reads one socket frame; null for anything the widget must not act on, such as a count that is no integer. */
export function readFrame(text: unknown): InboxSocketFrame | null {
  const frame = parseJson(text);
  if (!isRecord(frame) || !isRecord(frame.data)) return null;
  const { event, data } = frame;
  const hasMore = data.hasMore === true;
  if (event === "notification_received" && isMessage(data.message)) return { event, data: { message: data.message } };
  if (event === "unseen_count_changed" && Number.isInteger(data.unseenCount))
    return { event, data: { unseenCount: Number(data.unseenCount), hasMore } };
  if (event === "unread_count_changed" && Number.isInteger(data.unreadCount))
    return { event, data: { unreadCount: Number(data.unreadCount), hasMore } };
  return null;
}

function parseJson(text: unknown): unknown {
  if (typeof text !== "string") return null;
  try {
    return JSON.parse(text);
  } catch {
    // Not ours to judge: a proxy may inject frames. An unreadable one is the same as none.
    return null;
  }
}
