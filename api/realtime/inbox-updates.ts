import type { FastifyBaseLogger } from "fastify";
import type { InboxSocketFrame } from "#contract/inbox/widgets.ts";
import type { Database } from "#db/client.ts";
import type { InboxEvent } from "#db/notify.ts";
import { findMessages } from "#db/queries/messages/inbox.ts";
import { type InboxCounts, inboxCounts } from "#db/queries/messages/inbox-counts.ts";
import type { Scope } from "#db/scope.ts";
import { isSameContext } from "#domain/contexts.ts";
import { inAppMessageIn } from "../views/activity/messages.ts";
import { inboxNotificationView } from "../views/inbox-notifications.ts";
import type { RoomOwner, Rooms } from "./rooms.ts";

/** Updates of one environment; sets, because many events about one subscriber make one update. */
interface Updates {
  scope: Scope;
  messageIds: Set<string>;
  unseen: Set<string>;
  unread: Set<string>;
  /** Those of which something else changed. */
  changed: Set<string>;
  /** Those who chose something else. */
  preferences: Set<string>;
}

type Kind = Exclude<InboxEvent["kind"], "proofDemanded">;

/**
 * Turns events into frames for open sockets. What happens while one batch is being looked up is gathered for the next, so
 * that a burst costs one lookup of messages and one of counts, and a single event waits for nothing.
 */
export function createInboxUpdates(db: Database, rooms: Rooms, log: FastifyBaseLogger) {
  let pending = new Map<string, Updates>();
  let isSending = false;

  function updatesOf({ scope }: RoomOwner): Updates {
    const known = pending.get(scope.environmentId);
    if (known) return known;
    const [unseen, unread, changed, preferences] = [
      new Set<string>(),
      new Set<string>(),
      new Set<string>(),
      new Set<string>(),
    ];
    const updates: Updates = { scope, messageIds: new Set(), unseen, unread, changed, preferences };
    pending.set(scope.environmentId, updates);
    return updates;
  }

  async function sendAll(): Promise<void> {
    if (isSending) return;
    isSending = true;
    while (pending.size > 0) {
      const batch = [...pending.values()];
      pending = new Map();
      try {
        await Promise.all(batch.map((updates) => sendUpdates(db, rooms, updates)));
      } catch (err) {
        // Nothing is lost but the hint: inboxes fetch feed and counts when they reconnect, and after the next event.
        log.warn({ err }, "open inboxes could not be notified of changes");
      }
    }
    isSending = false;
  }

  return {
    /** Notes that something happened to an open inbox. */
    note(owner: RoomOwner, kind: Kind, messageId?: string): void {
      const updates = updatesOf(owner);
      if (messageId !== undefined) updates.messageIds.add(messageId);
      if (kind === "unseen" || kind === "received") updates.unseen.add(owner.id);
      if (kind === "unread" || kind === "received") updates.unread.add(owner.id);
      if (kind === "changed") updates.changed.add(owner.id);
      if (kind === "preferences") updates.preferences.add(owner.id);
      // Notifications that arrived together are read one after the other; after that they are sent.
      setImmediate(() => void sendAll());
    },
  };
}

/**
 * To each subscriber in this order: its new messages, oldest first, the unseen count, the unread count; where there is none of these, that
 * something changed.
 */
async function sendUpdates(
  db: Database,
  rooms: Rooms,
  { scope, messageIds, unseen, unread, changed, preferences }: Updates,
): Promise<void> {
  const subscriberIds = [...new Set([...unseen, ...unread])];
  const inboxes = subscriberIds.flatMap((subscriberId) =>
    rooms.contextsOf(subscriberId).map((contextKeys) => ({ subscriberId, contextKeys })),
  );
  for (const id of changed) if (!unseen.has(id) && !unread.has(id)) rooms.send(id, () => [CHANGED]);
  for (const id of preferences) rooms.send(id, () => [PREFERENCES]);
  if (inboxes.length === 0) return;
  const [messages, counts] = await Promise.all([
    findMessages(db, scope, [...messageIds]),
    inboxCounts(db, scope, inboxes),
  ]);
  for (const id of subscriberIds) {
    const mine = messages.filter(({ subscriberId, deletedAt }) => subscriberId === id && deletedAt === null).reverse();
    rooms.send(id, (format, contextKeys) => {
      const at = inboxes.findIndex(
        (inbox) => inbox.subscriberId === id && isSameContext(inbox.contextKeys, contextKeys),
      );
      const count = counts[at];
      const shown = mine.filter((row) => isSameContext(row.contextKeys, contextKeys));
      return [
        ...shown.map((row): InboxSocketFrame => {
          const data = { message: inAppMessageIn(format, row), notification: inboxNotificationView(row) };
          return { event: "notification_received", data };
        }),
        ...(count && unseen.has(id) ? [unseenFrame(count)] : []),
        ...(count && unread.has(id) ? [unreadFrame(count)] : []),
      ];
    });
  }
}

const CHANGED: InboxSocketFrame = { event: "notifications_changed", data: {} };

const PREFERENCES: InboxSocketFrame = { event: "preferences_changed", data: {} };

const unseenFrame = ({ unseen }: InboxCounts): InboxSocketFrame => ({
  event: "unseen_count_changed",
  data: { unseenCount: unseen.count, hasMore: unseen.more },
});

const unreadFrame = ({ unread, severity }: InboxCounts): InboxSocketFrame => ({
  event: "unread_count_changed",
  data: {
    unreadCount: unread.count,
    hasMore: unread.more,
    counts: { total: unread.count, severity },
  },
});
