import type { z } from "zod";
import type { MarkAs } from "#contract/constants/statuses.ts";
import type { MarkMessages } from "#contract/inbox/message-marks.ts";
import type { Database } from "#db/client.ts";
import { findFeed } from "#db/queries/messages/feeds/feeds.ts";
import {
  deleteFromInbox,
  emptyInbox,
  type FeedFilter,
  flagMessages,
  markAllMessages,
  markMessages,
} from "#db/queries/messages/inbox.ts";
import type { MessageRow } from "#db/queries/messages/message-row.ts";
import type { Inbox } from "#db/queries/messages/notification-filter.ts";
import { DomainError, notFound } from "#domain/errors.ts";
import type { LoggedCall } from "../../caller.ts";
import { announce, countOf, countsOf, countsThat } from "../../realtime/announce.ts";

/*
 * Changes of one subscriber's inbox, by the subscriber or on its behalf. Each is one statement, which is atomic by itself:
 * marks are what inboxes ask for most, and a transaction would cost each of them two more round trips. Open inboxes are
 * notified once the change is stored: of the count that a mark names, which published clients wait for, and of each that moved.
 */

/** Sets exactly the given flags; ids that are not in the inbox are passed over. Subscribers are named by Belfry's id. */
export async function setFlags(
  db: Database,
  call: LoggedCall,
  inbox: Inbox,
  ids: readonly string[],
  flags: z.infer<typeof MarkMessages>["mark"],
): Promise<MessageRow[]> {
  const { messages, ...moved } = await flagMessages(db, inbox, ids, flags);
  await announce(db, call, [inbox.subscriberId], [...countsOf(flags), ...countsThat(moved)]);
  return messages;
}

/** Marks some messages; ids that are not in the inbox are passed over. */
export async function markSome(
  db: Database,
  call: LoggedCall,
  inbox: Inbox,
  ids: readonly string[],
  as: MarkAs,
): Promise<MessageRow[]> {
  const { messages, ...moved } = await markMessages(db, inbox, ids, as);
  await announce(db, call, [inbox.subscriberId], [countOf(as), ...countsThat(moved)]);
  return messages;
}

/** Marks every message that is not so yet. Returns how many. */
export async function markAll(
  db: Database,
  call: LoggedCall,
  inbox: Inbox,
  as: MarkAs,
  filter: Pick<FeedFilter, "feeds">,
): Promise<number> {
  const { count, ...moved } = await markAllMessages(db, inbox, as, filter);
  await announce(db, call, [inbox.subscriberId], [countOf(as), ...countsThat(moved)]);
  return count;
}

/** Takes one message out of the inbox. Throws `invalid_input` when it is not in it. */
export async function removeOne(db: Database, call: LoggedCall, inbox: Inbox, messageId: string): Promise<MessageRow> {
  const { messages, ...moved } = await deleteFromInbox(db, inbox, [messageId]);
  const [message] = messages;
  if (!message) throw new DomainError("invalid_input", `Message with id ${messageId} not found`);
  await announce(db, call, [inbox.subscriberId], countsThat(moved));
  return message;
}

/** Takes some messages out of the inbox; ids that are not in it are passed over. */
export async function removeSome(db: Database, call: LoggedCall, inbox: Inbox, ids: readonly string[]): Promise<void> {
  await deleteFromInbox(db, inbox, ids);
  await announce(db, call, [inbox.subscriberId], ["unseen", "unread"]);
}

/** Takes all messages out of the inbox, or all of one feed, by Belfry's id. Throws `not_found` for an unknown feed. */
export async function removeAll(
  db: Database,
  call: LoggedCall,
  inbox: Inbox,
  feedId: string | undefined,
): Promise<void> {
  if (feedId !== undefined && !(await findFeed(db, call.scope, feedId))) {
    throw notFound(`Feed with id ${feedId} not found`);
  }
  await emptyInbox(db, inbox, feedId);
  await announce(db, call, [inbox.subscriberId], ["unseen", "unread"]);
}
