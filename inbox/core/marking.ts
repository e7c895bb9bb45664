import type { InAppMessage } from "#contract/messages.ts";
import type { InboxApi } from "./api.ts";
import { type Counts, type CountsStore, movedCounts } from "./counts-store.ts";
import type { FeedStore } from "./feed-store.ts";
import { FLAGS_AFTER, type Flags, type Mark, type PendingMarks, withFlags } from "./marks.ts";

export type MarkingDeps = {
  api: Pick<InboxApi, "markAs" | "markAll">;
  feeds: () => FeedStore[];
  counts: CountsStore;
  pending: PendingMarks;
  /** Called when the server knows better than we do, whichever way a mark went. */
  refetch: () => void;
  onError: (error: unknown) => void;
};

type Confirm = (message: InAppMessage) => InAppMessage;

/** Marks messages: shown at once in every feed and in the counts, taken back when the server refuses. */
export function createMarking({ api, feeds, counts, pending, refetch, onError }: MarkingDeps) {
  /** Gives false when the mark was taken back. */
  async function apply(ids: Set<string>, flags: Flags, after: Counts, send: () => Promise<Confirm>): Promise<boolean> {
    const before = counts.store.getState();
    const mark = { concerns: ({ _id }: InAppMessage) => ids.has(_id), flags };
    pending.add(mark);
    counts.set(after);
    for (const feed of feeds()) feed.redraw();
    try {
      const confirm = await send();
      pending.remove(mark);
      for (const feed of feeds()) feed.confirm(confirm);
      return true;
    } catch (error) {
      pending.remove(mark);
      const undo = { unseen: before.unseen - after.unseen, unread: before.unread - after.unread };
      counts.set(movedCounts(counts.store.getState(), undo));
      for (const feed of feeds()) feed.redraw();
      onError(error);
      return false;
    } finally {
      refetch();
    }
  }

  return {
    /** Marks some loaded messages; those that already look so are not sent. */
    async mark(ids: readonly string[], as: Mark): Promise<boolean> {
      const flags = FLAGS_AFTER[as];
      const changing = loadedMessages(feeds()).filter(
        (message) => ids.includes(message._id) && withFlags(message, flags) !== message,
      );
      if (changing.length === 0) return true;
      const changed = new Set(changing.map(({ _id }) => _id));
      const after = movedCounts(counts.store.getState(), countsChange(changing, flags));
      return apply(changed, flags, after, async () => {
        const marked = new Map((await api.markAs([...changed], flags)).map((message) => [message._id, message]));
        // Marked messages come back without the fields that only the feed fills in, so those are kept.
        return (message) => ({ ...message, ...marked.get(message._id) });
      });
    },

    /** Marks every message of a feed, loaded or not. `seen` leaves alone what was seen before, as the server does. */
    async markAll(as: "read" | "seen", feed: FeedStore): Promise<boolean> {
      const flags = FLAGS_AFTER[as];
      const changing = loadedMessages([feed]).filter((message) => (as === "read" ? !message.read : !message.seen));
      const changed = new Set(changing.map(({ _id }) => _id));
      const { unread } = counts.store.getState();
      return apply(changed, flags, { unseen: 0, unread: as === "read" ? 0 : unread }, async () => {
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
  const all = feeds.flatMap(({ store }) => [...store.getState().messages, ...store.getState().waiting]);
  return [...new Map(all.map((message) => [message._id, message])).values()];
}
