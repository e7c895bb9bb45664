import { createStore } from "zustand/vanilla";
import type { InboxApi } from "./api.ts";
import type { Cache } from "./cache.ts";
import { matches } from "./operations.ts";
import type { InboxStatus, Notification, Query } from "./types.ts";

const PAGE_SIZE = 25;
/** The most notifications that the server returns in one call. */
const LIMIT_MAX = 100;

export type FeedState<Data = Record<string, unknown>> = {
  status: InboxStatus;
  /** Newest first. */
  notifications: Notification<Data>[];
  /** Newer ones, which arrived while the list was held. */
  newNotifications: Notification<Data>[];
  hasMore: boolean;
};

export type FeedDeps = {
  api: Pick<InboxApi, "list">;
  cache: Cache;
  onError: (error: unknown) => void;
};

export type Feed = ReturnType<typeof createFeed>;

const EMPTY: FeedState = { status: "idle", notifications: [], newNotifications: [], hasMore: false };

/** The notifications that a query finds, page by page. Nothing is fetched before `load`. */
export function createFeed(query: Query, { api, cache, onError }: FeedDeps) {
  const store = createStore<FeedState>(() => EMPTY);
  /** Ids in the server's order. */
  let order: string[] = [];
  /** How many of the server's entries have been fetched, and the id of the last: also of those that cannot be shown. */
  let fetched = 0;
  let last: string | undefined;
  /** Whether the list has been fetched: an empty one is then really empty. */
  let loaded = false;
  let held = false;
  let newIds = new Set<string>();
  /** When each that was ever in the list was last delivered: one that comes back by an undo is not new. */
  const delivered = new Map<string, string>();
  /** Grows with every reset; an answer that belongs to an earlier one is dropped. */
  let epoch = 0;
  let queue: Promise<void> = Promise.resolve();
  let refreshQueued = false;

  function publish(change: Partial<Pick<FeedState, "status" | "hasMore">> = {}): void {
    const visible = order.flatMap((id) => {
      const one = cache.shown(id);
      return one !== undefined && matches(one, query) ? one : [];
    });
    const before = store.getState();
    store.setState({
      ...change,
      notifications: same(
        before.notifications,
        visible.filter(({ id }) => !newIds.has(id)),
      ),
      newNotifications: same(
        before.newNotifications,
        visible.filter(({ id }) => newIds.has(id)),
      ),
    });
  }

  /** Queues a fetch. Two at a time, one that adds a page and one that replaces the list, would overwrite each other. */
  function enqueue(status: () => InboxStatus, fetchPage: () => Promise<{ hasMore: boolean }>): Promise<void> {
    const started = epoch;
    queue = queue.then(async () => {
      if (started !== epoch) return;
      publish({ status: status() });
      try {
        const { hasMore } = await fetchPage();
        if (started !== epoch) return;
        loaded = true;
        publish({ status: "ready", hasMore });
      } catch (error) {
        if (started !== epoch) return;
        publish({ status: isOffline() ? "offline" : "error" });
        onError(error);
      }
    });
    return queue;
  }

  function note(notifications: readonly Notification[]): void {
    for (const one of notifications) delivered.set(one.id, deliveryOf(one));
  }

  /** Fetches as many as were fetched before, in whole pages and as few calls as the server's limit allows. */
  async function replace(): Promise<{ hasMore: boolean }> {
    refreshQueued = false;
    const started = epoch;
    const wanted = Math.max(1, Math.ceil(fetched / PAGE_SIZE)) * PAGE_SIZE;
    const found: Notification[] = [];
    let size = 0;
    let end: string | undefined;
    let hasMore = true;
    while (hasMore && size < wanted) {
      const limit = Math.min(wanted - size, LIMIT_MAX);
      const page = await api.list(query, { limit, after: end });
      found.push(...page.notifications);
      end = page.last;
      size += limit;
      hasMore = page.hasMore;
    }
    if (started !== epoch) return { hasMore };
    const known = new Set(order);
    const first = cache.stored(order[0] ?? "");
    const newest = first === undefined ? "" : deliveryOf(first);
    cache.put(found);
    for (const one of found) {
      const isNew = !known.has(one.id) && delivered.get(one.id) !== deliveryOf(one) && deliveryOf(one) >= newest;
      if (held && loaded && isNew) newIds.add(one.id);
    }
    note(found);
    order = [...new Set(found.map(({ id }) => id))];
    fetched = size;
    last = end;
    return { hasMore };
  }

  function refresh(): Promise<void> {
    // A refresh that is queued fetches everything that happened before it starts.
    if (refreshQueued) return queue;
    refreshQueued = true;
    return enqueue(() => (loaded ? "refreshing" : "loading"), replace);
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
      await enqueue(
        () => "loading-more",
        async () => {
          const started = epoch;
          const page = await api.list(query, { limit: PAGE_SIZE, after: last });
          if (started !== epoch) return page;
          cache.put(page.notifications);
          note(page.notifications);
          order = [...new Set([...order, ...page.notifications.map(({ id }) => id)])];
          fetched += PAGE_SIZE;
          last = page.last ?? last;
          return page;
        },
      );
    },

    /** Whether the server put a notification into this feed. */
    has: (id: string): boolean => order.includes(id),

    /** While held, what arrives goes into `newNotifications`, so that the list does not move under its reader. */
    hold(hold: boolean): void {
      held = hold;
    },

    showNew(): void {
      newIds = new Set();
      publish();
    },

    /** Publishes the notifications again after one of them changed. */
    publish: () => publish(),

    reset(): void {
      epoch += 1;
      order = [];
      fetched = 0;
      last = undefined;
      loaded = false;
      newIds = new Set();
      delivered.clear();
      refreshQueued = false;
      queue = Promise.resolve();
      store.setState(EMPTY, true);
    },
  };
}

const deliveryOf = ({ createdAt, deliveredAt }: Notification): string => deliveredAt?.at(-1) ?? createdAt;

/** The former list where nothing in it changed. */
function same<T>(before: T[], now: T[]): T[] {
  return before.length === now.length && before.every((one, index) => one === now[index]) ? before : now;
}

export function isOffline(): boolean {
  return typeof navigator !== "undefined" && navigator.onLine === false;
}
