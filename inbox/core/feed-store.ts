import { createStore } from "zustand/vanilla";
import type { InAppMessage } from "#contract/messages.ts";
import type { FeedQuery, InboxApi } from "./api.ts";
import type { PendingMarks } from "./marks.ts";
import type { InboxStatus } from "./status.ts";
import type { FeedPage } from "./wire.ts";

const PAGE_SIZE = 25;
/** The most messages the server gives at once. */
const WINDOW_MAX = 100;

export type FeedState = {
  status: InboxStatus;
  /** Newest first. */
  messages: InAppMessage[];
  /** Newer ones that arrived while the list was held still. */
  waiting: InAppMessage[];
  hasMore: boolean;
};

export type FeedDeps = {
  api: Pick<InboxApi, "feed">;
  pending: Pick<PendingMarks, "show">;
  onError: (error: unknown) => void;
};

export type FeedStore = ReturnType<typeof createFeedStore>;

const EMPTY: FeedState = { status: "idle", messages: [], waiting: [], hasMore: false };

/**
 * One named feed. It holds what the server confirmed, and shows that with the marks under way laid over it, so a mark
 * that fails undoes itself. Nothing is fetched before `load`.
 */
export function createFeedStore(query: FeedQuery, { api, pending, onError }: FeedDeps) {
  const store = createStore<FeedState>(() => EMPTY);
  let confirmed: InAppMessage[] = [];
  /** How many of the server's entries have been fetched, those included that cannot be read as messages. */
  let fetched = 0;
  /** Whether the server has answered once: an empty list is then a fact, not a list that is still to come. */
  let loaded = false;
  let held = false;
  let waitingIds = new Set<string>();
  /** Grows with every reset; an answer that belongs to an earlier one is dropped. */
  let epoch = 0;
  let queue: Promise<void> = Promise.resolve();
  let refreshQueued = false;

  function show(change: Partial<Pick<FeedState, "status" | "hasMore">> = {}): void {
    const visible = confirmed.map(pending.show);
    store.setState({
      ...change,
      messages: visible.filter(({ _id }) => !waitingIds.has(_id)),
      waiting: visible.filter(({ _id }) => waitingIds.has(_id)),
    });
  }

  /** One fetch at a time: a page that is being added and a window that is being replaced would undo each other. */
  function fetchInto(
    status: () => InboxStatus,
    fetchPage: () => Promise<FeedPage>,
    place: (page: FeedPage) => void,
  ): Promise<void> {
    const mine = epoch;
    queue = queue.then(async () => {
      if (mine !== epoch) return;
      show({ status: status() });
      try {
        const page = await fetchPage();
        if (mine !== epoch) return;
        place(page);
        loaded = true;
        show({ status: "ready", hasMore: page.hasMore });
      } catch (error) {
        if (mine !== epoch) return;
        show({ status: isOffline() ? "offline" : "error" });
        onError(error);
      }
    });
    return queue;
  }

  function replaceWindow({ messages, size }: FeedPage): void {
    const known = new Set(confirmed.map(({ _id }) => _id));
    const newest = confirmed[0]?.createdAt ?? "";
    for (const { _id, createdAt } of messages)
      if (held && loaded && !known.has(_id) && createdAt >= newest) waitingIds.add(_id);
    confirmed = messages;
    fetched = size;
  }

  function refresh(): Promise<void> {
    // One that waits its turn will see everything that happened before it starts.
    if (refreshQueued) return queue;
    refreshQueued = true;
    return fetchInto(
      () => (loaded ? "refreshing" : "loading"),
      () => {
        refreshQueued = false;
        return fetchWindow((page, limit) => api.feed(query, page, limit), fetched);
      },
      replaceWindow,
    );
  }

  return {
    store,
    query,

    /** Fetches the first page, or everything shown so far anew. */
    load: refresh,

    /** As `load`, for a feed that has been loaded; one that nobody opened stays untouched. */
    async refresh(): Promise<void> {
      if (store.getState().status !== "idle") await refresh();
    },

    /** Adds the next page; does nothing when there is none or a fetch is under way. */
    async loadMore(): Promise<void> {
      const { status, hasMore } = store.getState();
      if (!hasMore || status === "loading-more" || status === "loading") return;
      let page = 0;
      await fetchInto(
        () => "loading-more",
        () => {
          page = Math.floor(fetched / PAGE_SIZE);
          return api.feed(query, page, PAGE_SIZE);
        },
        // Messages that arrived since the last page push older ones onto this one a second time.
        ({ messages, size }) => {
          confirmed = unique([...confirmed, ...messages]);
          fetched = page * PAGE_SIZE + size;
        },
      );
    },

    /** While held, messages that arrive wait aside instead of moving what is being read. */
    hold(still: boolean): void {
      held = still;
    },

    showWaiting(): void {
      waitingIds = new Set();
      show();
    },

    /** Draws again after a mark was added or taken back. */
    redraw: () => show(),

    /** Takes over what the server says a message looks like now. */
    confirm(change: (message: InAppMessage) => InAppMessage): void {
      confirmed = confirmed.map(change);
      show();
    },

    reset(): void {
      epoch += 1;
      confirmed = [];
      fetched = 0;
      loaded = false;
      waitingIds = new Set();
      refreshQueued = false;
      queue = Promise.resolve();
      store.setState(EMPTY, true);
    },
  };
}

/** Fetches again as many messages as were fetched, whole pages of them, in as few calls as the server's limit allows. */
async function fetchWindow(
  fetchPage: (page: number, limit: number) => Promise<FeedPage>,
  fetched: number,
): Promise<FeedPage> {
  const wanted = Math.max(1, Math.ceil(fetched / PAGE_SIZE)) * PAGE_SIZE;
  const limit = Math.min(wanted, WINDOW_MAX);
  let messages: InAppMessage[] = [];
  let size = 0;
  let hasMore = true;
  for (let page = 0; hasMore && page * limit < wanted; page += 1) {
    const next = await fetchPage(page, limit);
    messages = unique([...messages, ...next.messages]);
    size += next.size;
    hasMore = next.hasMore;
  }
  return {
    messages: messages.slice(0, wanted),
    size: Math.min(size, wanted),
    hasMore: hasMore || messages.length > wanted,
  };
}

function unique(messages: InAppMessage[]): InAppMessage[] {
  return [...new Map(messages.map((message) => [message._id, message])).values()];
}

function isOffline(): boolean {
  return typeof navigator !== "undefined" && navigator.onLine === false;
}
