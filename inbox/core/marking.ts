import type { InAppMessage } from "#contract/messages.ts";
import type { InboxApi } from "./api.ts";
import { adjustCounts, type Counts, type CountsStore } from "./counts-store.ts";
import type { FeedStore } from "./feed-store.ts";
import { type Flags, MARK_FLAGS, type Mark, type PendingMarks, withFlags } from "./marks.ts";

export type MarkingDeps = {
  api: Pick<InboxApi, "markAs" | "markAll">;
  feeds: () => FeedStore[];
  counts: CountsStore;
  pending: PendingMarks;
  /** Called after each mark, whether it succeeded or failed. */
  refetch: () => void;
  onError: (error: unknown) => void;
};

type Confirm = (message: InAppMessage) => InAppMessage;

/** Marks messages by optimistic updates of all feeds and the counts, which are rolled back when the server refuses. */
export function createMarking({ api, feeds, counts, pending, refetch, onError }: MarkingDeps) {
  /** Returns false when the mark was rolled back. */
  async function update(ids: Set<string>, flags: Flags, after: Counts, send: () => Promise<Confirm>): Promise<boolean> {
    const before = counts.store.getState();
    const mark = { matches: ({ _id }: InAppMessage) => ids.has(_id), flags };
    pending.add(mark);
    counts.set(after);
    for (const feed of feeds()) feed.publish();
    try {
      const confirm = await send();
      pending.remove(mark);
      for (const feed of feeds()) feed.confirm(confirm);
      return true;
    } catch (error) {
      pending.remove(mark);
      const undo = { unseen: before.unseen - after.unseen, unread: before.unread - after.unread };
      counts.set(adjustCounts(counts.store.getState(), undo));
      for (const feed of feeds()) feed.publish();
      onError(error);
      return false;
    } finally {
      refetch();
    }
  }

  return {
    /** Marks some loaded messages. Messages that have the flags already are not sent. */
    async mark(ids: readonly string[], as: Mark): Promise<boolean> {
      const flags = MARK_FLAGS[as];
      const changing = loadedMessages(feeds()).filter(
        (message) => ids.includes(message._id) && withFlags(message, flags) !== message,
      );
      if (changing.length === 0) return true;
      const changed = new Set(changing.map(({ _id }) => _id));
      const after = adjustCounts(counts.store.getState(), countsChange(changing, flags));
      return update(changed, flags, after, async () => {
        const marked = new Map((await api.markAs([...changed], flags)).map((message) => [message._id, message]));
        // The answer lacks the fields that only the feed has, so those are kept.
        return (message) => ({ ...message, ...marked.get(message._id) });
      });
    },

    /** Marks every message of a feed, loaded or not. `seen` does not change messages that were seen before, as on the server. */
    async markAll(as: "read" | "seen", feed: FeedStore): Promise<boolean> {
      const flags = MARK_FLAGS[as];
      const changing = loadedMessages([feed]).filter((message) => (as === "read" ? !message.read : !message.seen));
      const changed = new Set(changing.map(({ _id }) => _id));
      const { unread } = counts.store.getState();
      return update(changed, flags, { unseen: 0, unread: as === "read" ? 0 : unread }, async () => {
        await api.markAll(as, feed.query.feedIdentifier);
        return (message) => (changed.has(message._id) ? withFlags(message, flags) : message);
      });
    },
  };
}

function countsChange(changing: InAppMessage[], flags: Flags): Counts {
  const read = changing.filter((message) => message.read).length;
  const unseen = changing.filter((message) => !message.seen).length;
  return { unseen: -unseen, unread: flags.read ? read - changing.length : read };
}

function loadedMessages(feeds: FeedStore[]): InAppMessage[] {
  const all = feeds.flatMap(({ store }) => [...store.getState().messages, ...store.getState().newMessages]);
  return [...new Map(all.map((message) => [message._id, message])).values()];
}
