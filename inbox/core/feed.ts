import { createStore } from "zustand/vanilla";
import type { InboxApi } from "./api.ts";
import type { Cache } from "./cache.ts";
import { matches } from "./operations.ts";
import type { NotificationPage } from "./read-answers.ts";
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
  /** The server no longer has a notification in this feed, though it should be there by all that is known of it. */
  onGone: (id: string) => void;
};

export type Feed = ReturnType<typeof createFeed>;

const EMPTY: FeedState = { status: "idle", notifications: [], newNotifications: [], hasMore: false };

/**
 * The notifications that a query finds, page by page. Nothing is fetched before `load`. A refresh fetches the first page, and
 * those further down that are in view: others when they come into view, so that a long list costs no more than a short one.
 */
export function createFeed(query: Query, { api, cache, onError, onGone }: FeedDeps) {
  const store = createStore<FeedState>(() => EMPTY);
  /** As `query`: one that is marked while it is shown stays, until the list is loaded again. */
  const whateverMarks: Query = { ...query, read: undefined, seen: undefined };
  /** Ids in the server's order. */
  let order: string[] = [];
  /** The id of the last entry that was fetched, also of one that cannot be shown. */
  let last: string | undefined;
  /** Whether the list has been fetched: an empty one is then really empty. */
  let loaded = false;
  let reload = false;
  let held = false;
  let newIds = new Set<string>();
  /** When each that was ever in the list was last delivered: one that comes back by an undo is not new. */
  const delivered = new Map<string, string>();
  /** The refresh by which each was fetched, and the present one. */
  const fetchedBy = new Map<string, number>();
  let turn = 0;
  let inView: readonly string[] = [];
  /** Grows with every reset; an answer that belongs to an earlier one is dropped. */
  let epoch = 0;
  let queue: Promise<void> = Promise.resolve();
  let refreshQueued = false;

  function publish(change: Partial<Pick<FeedState, "status" | "hasMore">> = {}): void {
    const visible = order.flatMap((id) => {
      const one = cache.shown(id);
      return one !== undefined && matches(one, whateverMarks) ? one : [];
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

  /** Queues fetches. Two at a time, one that adds a page and one that replaces a part, would overwrite each other. */
  function enqueue(status: () => InboxStatus, fetchPages: () => Promise<unknown>): Promise<void> {
    const started = epoch;
    queue = queue.then(async () => {
      if (started !== epoch) return;
      publish({ status: status() });
      try {
        await fetchPages();
        if (started !== epoch) return;
        loaded = true;
        publish({ status: "ready" });
      } catch (error) {
        if (started !== epoch) return;
        if (!loaded) order = known();
        publish({ status: isOffline() ? "offline" : "error" });
        onError(error);
      }
    });
    return queue;
  }

  /** Returns the ids that the other lists have: better than nothing while the server cannot be reached. */
  function known(): string[] {
    if (query.feedIdentifier !== undefined) return [];
    const found = cache.all().flatMap(({ id }) => cache.shown(id) ?? []);
    return found
      .filter((one) => matches(one, query))
      .sort((a, b) => (deliveryOf(a) < deliveryOf(b) ? 1 : -1))
      .map(({ id }) => id);
  }

  /** Whether one has left the query by nothing but its marks. */
  function isMarked(id: string): boolean {
    const one = cache.shown(id);
    return one !== undefined && matches(one, whateverMarks) && !matches(one, query);
  }

  /** Puts what the server has from a place on in place of what was known there. Without a common one, nothing after it counts. */
  function take(start: number, { notifications: found, last: end, hasMore }: NotificationPage): void {
    const before = new Set(order);
    const newest = cache.stored(order[0] ?? "");
    const common = found.findLast((one) => {
      const stored = before.has(one.id) ? cache.stored(one.id) : undefined;
      return stored !== undefined && deliveryOf(stored) === deliveryOf(one);
    });
    const stop = hasMore && common !== undefined ? order.indexOf(common.id) + 1 : order.length;
    cache.put(found);
    for (const one of found) {
      const isNew = !before.has(one.id) && delivered.get(one.id) !== deliveryOf(one);
      if (start === 0 && held && loaded && isNew && (!newest || deliveryOf(one) >= deliveryOf(newest)))
        newIds.add(one.id);
    }
    note(found);

    const next = found.map(({ id }) => id);
    const gone: string[] = [];
    let place = 0;
    for (const id of order.slice(start, stop)) {
      if (next.includes(id)) place = next.indexOf(id) + 1;
      else if (isMarked(id)) next.splice(place++, 0, id);
      else gone.push(id);
    }
    for (const id of next) fetchedBy.set(id, turn);
    const rest = order.slice(stop);
    order = [...new Set([...order.slice(0, start), ...next, ...rest])];
    if (rest.length === 0) {
      last = end;
      store.setState({ hasMore });
    }
    for (const id of gone) {
      const one = cache.stored(id);
      if (one !== undefined && !order.includes(id) && matches(one, query)) onGone(id);
    }
  }

  function note(notifications: readonly Notification[]): void {
    for (const one of notifications) delivered.set(one.id, deliveryOf(one));
  }

  /** Fetches the first page, and further ones until they meet what is known, or are as many. */
  async function fetchFirst(): Promise<void> {
    refreshQueued = false;
    const started = epoch;
    const before = new Set(order);
    const notifications: Notification[] = [];
    let page: NotificationPage | undefined;
    turn += 1;
    do {
      page = await api.list(query, { limit: page ? LIMIT_MAX : PAGE_SIZE, after: page?.last });
      notifications.push(...page.notifications);
    } while (page.hasMore && notifications.length < before.size && !notifications.some(({ id }) => before.has(id)));
    if (started !== epoch) return;
    take(0, { ...page, notifications });
    if (reload) order = order.filter((id) => !isMarked(id));
    reload = false;
    await fetchInView();
  }

  const isOutdated = (id: string): boolean => fetchedBy.get(id) !== turn && order.includes(id);

  async function fetchInView(): Promise<void> {
    const started = epoch;
    for (let id = inView.find(isOutdated); id !== undefined; id = inView.find(isOutdated)) {
      // Once is enough, also for one that the server no longer has.
      fetchedBy.set(id, turn);
      const start = order.indexOf(id);
      const page = await api.list(query, { limit: PAGE_SIZE, after: order[start - 1] });
      if (started !== epoch) return;
      take(start, page);
    }
  }

  function refresh(): Promise<void> {
    // A refresh that is queued fetches everything that happened before it starts.
    if (refreshQueued) return queue;
    refreshQueued = true;
    return enqueue(() => (loaded ? "refreshing" : "loading"), fetchFirst);
  }

  return {
    store,
    query,

    /** Fetches the list, and drops what was marked since the last time and is no longer part of it. */
    load(): Promise<void> {
      reload = true;
      return refresh();
    },

    /** As `load`, but only for a feed that has been loaded before; what was marked stays. */
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
          if (started === epoch) take(order.length, { ...page, last: page.last ?? last });
        },
      );
    },

    /** Notes which notifications are in view: they are kept up to date, others are when they come into view. */
    look(ids: readonly string[]): void {
      inView = ids;
      if (loaded && ids.some(isOutdated)) void enqueue(() => "refreshing", fetchInView);
    },

    /** Puts what has just arrived on top. Which of the page's feeds have it, only the server knows. */
    receive(arrived: readonly Notification[]): void {
      const own = arrived.filter((one) => matches(one, query));
      if (!loaded || query.feedIdentifier !== undefined || own.length === 0) return;
      for (const one of own) {
        if (held && delivered.get(one.id) !== deliveryOf(one)) newIds.add(one.id);
        fetchedBy.set(one.id, turn);
        order = [one.id, ...order.filter((id) => id !== one.id)];
      }
      note(own);
      publish();
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
      last = undefined;
      loaded = false;
      reload = false;
      newIds = new Set();
      inView = [];
      delivered.clear();
      fetchedBy.clear();
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
