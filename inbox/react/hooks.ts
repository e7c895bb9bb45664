import { useEffect, useMemo } from "react";
import { useStore } from "zustand";
import { createStore } from "zustand/vanilla";
import type { Undo } from "../core/changes.ts";
import type { FeedState } from "../core/feed.ts";
import { keyOf, unreadOf, unseenOf } from "../core/filters.ts";
import type { Inbox } from "../core/inbox.ts";
import type { PreferencesState } from "../core/preferences.ts";
import type { SessionState } from "../core/session.ts";
import type { Counts, NamedStore, PreferenceChange, Query, View } from "../core/types.ts";
import { useInboxContext } from "./context.ts";

/** The inbox with all its actions, and its session. */
export function useInbox(): { inbox: Inbox } & SessionState {
  const { inbox } = useInboxContext();
  return { inbox, ...useStore(inbox.session) };
}

/** Reports a store that a page shows and does not name, once that stays so. */
export function useReportUnknownStore(storeId: string | undefined): void {
  const { inbox } = useInboxContext();
  useEffect(() => {
    if (storeId === undefined) return;
    const timer = setTimeout(() => inbox.reportUnknownStore(storeId));
    return () => clearTimeout(timer);
  }, [inbox, storeId]);
}

/** Returns a store by its name, the first one without a name; undefined for one that the page does not name, or not yet. */
function useNamedStore(storeId: string | undefined): NamedStore | undefined {
  const { inbox } = useInboxContext();
  useStore(inbox.stores);
  const store = inbox.storeOf(storeId);
  useReportUnknownStore(store === undefined ? storeId : undefined);
  return store;
}

/** The exact numbers of unread and unseen notifications, of a store or of all of them. */
export function useCounts(storeId?: string): Counts {
  const { inbox } = useInboxContext();
  const store = useNamedStore(storeId);
  const isAll = storeId === undefined || store === undefined;
  const unread = useCount(isAll ? inbox.UNREAD : unreadOf(store));
  const unseen = useCount(isAll ? inbox.UNSEEN : unseenOf(store));
  const isKnown = store !== undefined;
  return useMemo(() => (isKnown ? { unread, unseen } : { unread: 0, unseen: 0 }), [isKnown, unread, unseen]);
}

/** How many notifications a query finds, exactly. */
export function useCount(query: Query): number {
  const { inbox } = useInboxContext();
  const key = keyOf(query);
  // biome-ignore lint/correctness/useExhaustiveDependencies: equal queries are one.
  useEffect(() => inbox.watchCount(query), [inbox, key]);
  return useStore(inbox.counts.store, (numbers) => numbers[key] ?? 0);
}

export type FeedActions = ReturnType<typeof actionsOf>;

/** One view of a store and its actions. Nothing is fetched before `load`. A store that the page has not named is empty. */
export function useNotifications<Data = Record<string, unknown>>(
  storeId?: string,
  view: View = "all",
): FeedState<Data> & FeedActions {
  const { inbox } = useInboxContext();
  const store = useNamedStore(storeId);
  const feed = store && inbox.feed(store.storeId, view);
  const state = useStore(feed?.store ?? NOTHING);
  const actions = useMemo(() => actionsOf(inbox, feed, storeId, view), [inbox, feed, storeId, view]);
  return { ...asTyped<Data>(state), ...actions };
}

const NOTHING = /* @__PURE__ */ createStore<FeedState>(() => ({
  status: "idle",
  notifications: [],
  newNotifications: [],
  hasMore: false,
}));

/** The page alone knows the shape of what a workflow puts into `data`. */
const asTyped = <Data>(state: FeedState) => state as FeedState<Data>;

function actionsOf(inbox: Inbox, feed: ReturnType<Inbox["feed"]> | undefined, storeId: string | undefined, view: View) {
  const ifKnown = async (change: () => Promise<boolean>) => feed !== undefined && change();
  return {
    load: async () => feed?.load(),
    loadMore: async () => feed?.loadMore(),
    hold: (hold: boolean) => feed?.hold(hold),
    look: (ids: readonly string[]) => feed?.look(ids),
    showNew: () => feed?.showNew(),
    readAll: () => ifKnown(() => inbox.readAll(storeId)),
    seenAll: () => ifKnown(() => inbox.seenAll(storeId)),
    archiveAll: () => ifKnown(() => inbox.archiveAll(storeId)),
    archiveRead: () => ifKnown(() => inbox.archiveRead(storeId)),
    deleteAll: () => ifKnown(() => inbox.deleteAll(storeId, view)),
  };
}

/** Returns the last operation that can still be taken back, and the function that does it. */
export function useUndo(): { undoable: Undo | null; undo: () => void } {
  const { inbox } = useInboxContext();
  return { undoable: useStore(inbox.undoable, ({ value }) => value), undo: inbox.undo };
}

/** Returns the subscriber's choices. They are fetched whenever a component begins to use them; `change` is false when it was rolled back. */
export function usePreferences(): PreferencesState & {
  load: () => Promise<void>;
  change: (workflowId: string | undefined, change: PreferenceChange) => Promise<boolean>;
} {
  const { inbox } = useInboxContext();
  const { store, load, change } = inbox.preferences;
  const session = useStore(inbox.session, ({ status }) => status);
  useEffect(() => {
    if (session === "ready") void load();
  }, [session, load]);
  return { ...useStore(store), load, change };
}
