import { createStore } from "zustand/vanilla";
import { createFeed, type Feed, type FeedDeps } from "./feed.ts";
import { DEFAULT_STORE_ID, keyOf, queryOf, subjectOf } from "./filters.ts";
import type { NamedStore, Notification, Query, View } from "./types.ts";

/** The named stores of an inbox, and the feeds that have been asked for: one for each query. */
export function createFeeds(named: readonly NamedStore[] | undefined, deps: Omit<FeedDeps, "onGone">) {
  const stores = createStore<{ value: readonly NamedStore[] }>(() => ({ value: storesOf(named) }));
  const feeds = new Map<string, Feed>();

  /** The feeds of a notification are known only by the stores that have it. */
  function isIn(query: Query, { id }: Notification): boolean {
    if (query.feedIdentifier === undefined) return true;
    const subject = subjectOf(query);
    return [...feeds.values()].some((feed) => subjectOf(feed.query) === subject && feed.has(id));
  }

  /** Without a name, the first store; undefined for an unknown one. */
  function storeOf(storeId?: string): NamedStore | undefined {
    const all = stores.getState().value;
    return storeId === undefined ? all[0] : all.find((one) => one.storeId === storeId);
  }

  function feed(storeId?: string, view: View = "all"): Feed {
    const store = storeOf(storeId);
    if (store === undefined) throw unknownStore(storeId);
    const query = queryOf(store, view);
    const key = keyOf(query);
    const known = feeds.get(key);
    if (known !== undefined) return known;
    const made = createFeed(query, { ...deps, onGone });
    feeds.set(key, made);
    return made;
  }

  /** Forgets one that no list has any more, so that it is not counted, either. */
  function onGone(id: string): void {
    if (![...feeds.values()].some((one) => one.has(id))) deps.cache.drop(id);
  }

  return {
    /** The named stores, which may change at any time. */
    stores,
    storeOf,
    feed,
    isIn,
    /** Takes other stores from now on, and returns whether they differ. */
    setStores(given: readonly NamedStore[] | undefined): boolean {
      const value = storesOf(given);
      const isSame = JSON.stringify(value) === JSON.stringify(stores.getState().value);
      if (!isSame) stores.setState({ value });
      return !isSame;
    },
    all: (): Iterable<Feed> => feeds.values(),
  };
}

const storesOf = (stores: readonly NamedStore[] | undefined): readonly NamedStore[] =>
  stores?.length ? stores : [{ storeId: DEFAULT_STORE_ID }];

export const unknownStore = (storeId = "") => new Error(`No store is named "${storeId}": add it to \`stores\``);
