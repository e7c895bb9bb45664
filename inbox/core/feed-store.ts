import { createStore } from "zustand/vanilla";
import type { InAppMessage } from "#contract/messages.ts";
import type { FeedQuery, InboxApi } from "./api.ts";
import type { PendingMarks } from "./marks.ts";
import type { InboxStatus } from "./status.ts";
import type { FeedPage } from "./wire.ts";

const PAGE_SIZE = 25;
/** The most messages that the server returns in one call. */
const LIMIT_MAX = 100;

export type FeedState = {
  status: InboxStatus;
  /** Newest first. */
  messages: InAppMessage[];
  /** Newer messages, which arrived while the list was held. */
  newMessages: InAppMessage[];
  hasMore: boolean;
};

export type FeedDeps = {
  api: Pick<InboxApi, "feed">;
  pending: Pick<PendingMarks, "apply">;
  onError: (error: unknown) => void;
};

export type FeedStore = ReturnType<typeof createFeedStore>;

const EMPTY: FeedState = { status: "idle", messages: [], newMessages: [], hasMore: false };

/**
 * One named feed. It stores what the server confirmed and applies the pending marks to what it publishes, so that a mark
 * that fails is rolled back by removing it. Nothing is fetched before `load`.
 */
export function createFeedStore(query: FeedQuery, { api, pending, onError }: FeedDeps) {
  const store = createStore<FeedState>(() => EMPTY);
  let confirmed: InAppMessage[] = [];
  /** How many of the server's entries have been fetched, those included that cannot be read as messages. */
  let fetched = 0;
  /** Whether the list has been fetched: an empty one is then really empty. */
  let loaded = false;
  let held = false;
  let newIds = new Set<string>();
  /** Grows with every reset; an answer that belongs to an earlier one is dropped. */
  let epoch = 0;
  let queue: Promise<void> = Promise.resolve();
  let refreshQueued = false;

  function publish(change: Partial<Pick<FeedState, "status" | "hasMore">> = {}): void {
    const visible = confirmed.map(pending.apply);
    store.setState({
      ...change,
      messages: visible.filter(({ _id }) => !newIds.has(_id)),
      newMessages: visible.filter(({ _id }) => newIds.has(_id)),
    });
  }

  /** Queues a fetch. Two at a time, one that adds a page and one that replaces the list, would overwrite each other. */
  function fetchInto(
    status: () => InboxStatus,
    fetchPage: () => Promise<FeedPage>,
    apply: (page: FeedPage) => void,
  ): Promise<void> {
    const started = epoch;
    queue = queue.then(async () => {
      if (started !== epoch) return;
      publish({ status: status() });
      try {
        const page = await fetchPage();
        if (started !== epoch) return;
        apply(page);
        loaded = true;
        publish({ status: "ready", hasMore: page.hasMore });
      } catch (error) {
        if (started !== epoch) return;
        publish({ status: isOffline() ? "offline" : "error" });
        onError(error);
      }
    });
    return queue;
  }

  function replaceMessages({ messages, size }: FeedPage): void {
    const known = new Set(confirmed.map(({ _id }) => _id));
    const newest = confirmed[0]?.createdAt ?? "";
    for (const { _id, createdAt } of messages)
      if (held && loaded && !known.has(_id) && createdAt >= newest) newIds.add(_id);
    confirmed = messages;
    fetched = size;
  }

  function refresh(): Promise<void> {
    // A refresh that is queued fetches everything that happened before it starts.
    if (refreshQueued) return queue;
    refreshQueued = true;
    return fetchInto(
      () => (loaded ? "refreshing" : "loading"),
      () => {
        refreshQueued = false;
        return refetchLoaded((page, limit) => api.feed(query, page, limit), fetched);
      },
      replaceMessages,
    );
  }

  return {
    store,
    query,

    /** Fetches the first page, or all pages fetched so far again. */
    load: refresh,

    /** As `load`, but only for a feed that has been loaded before. */
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
        // Messages that arrived since the last page move older ones onto this page again.
        ({ messages, size }) => {
          confirmed = unique([...confirmed, ...messages]);
          fetched = page * PAGE_SIZE + size;
        },
      );
    },

    /** While held, messages that arrive go into `newMessages`, so that the list does not move under its reader. */
    hold(hold: boolean): void {
      held = hold;
    },

    showNew(): void {
      newIds = new Set();
      publish();
    },

    /** Publishes the messages again after a pending mark was added or removed. */
    publish: () => publish(),

    /** Changes the stored messages to what the server confirmed. */
    confirm(change: (message: InAppMessage) => InAppMessage): void {
      confirmed = confirmed.map(change);
      publish();
    },

    reset(): void {
      epoch += 1;
      confirmed = [];
      fetched = 0;
      loaded = false;
      newIds = new Set();
      refreshQueued = false;
      queue = Promise.resolve();
      store.setState(EMPTY, true);
    },
  };
}

/** Fetches as many messages as were fetched before, in whole pages and as few calls as the server's limit allows. */
async function refetchLoaded(
  fetchPage: (page: number, limit: number) => Promise<FeedPage>,
  fetched: number,
): Promise<FeedPage> {
  const wanted = Math.max(1, Math.ceil(fetched / PAGE_SIZE)) * PAGE_SIZE;
  const limit = Math.min(wanted, LIMIT_MAX);
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
