import type { MessageWithSubscriber } from "#contract/messages.ts";
import type { Database } from "#db/client.ts";
import type { MessageRow } from "#db/queries/messages/message-row.ts";
import { subscribersById } from "#db/queries/subscribers/living-subscribers.ts";
import type { Scope } from "#db/scope.ts";
import { messageWithSubscriberView } from "../../views/activity/messages.ts";

/** Messages as lists and marks show them, each with its whole subscriber, deleted or not. */
export async function withSubscribers(
  db: Database,
  scope: Scope,
  messages: readonly MessageRow[],
): Promise<MessageWithSubscriber[]> {
  const rows = await subscribersById(db, scope, [...new Set(messages.map(({ subscriberId }) => subscriberId))]);
  return messages.map((message) => messageWithSubscriberView(message, rows.get(message.subscriberId)));
}
