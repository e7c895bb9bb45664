import { useEffect, useMemo } from "react";
import { useStore } from "zustand";
import type { FeedState } from "../core/feed.ts";
import { keyOf, unreadOf, unseenOf } from "../core/filters.ts";
import type { Inbox, Undo } from "../core/inbox.ts";
import type { PreferencesState } from "../core/preferences.ts";
import type { SessionState } from "../core/session.ts";
import type { Counts, PreferenceChange, Query, View } from "../core/types.ts";
import { useInboxContext } from "./context.ts";

/** The inbox with all its actions, and its session. */
export function useInbox(): { inbox: Inbox } & SessionState {
  const { inbox } = useInboxContext();
  return { inbox, ...useStore(inbox.session) };
}

/** The exact numbers of unread and unseen notifications, of a store or of all of them. */
export function useCounts(storeId?: string): Counts {
  const { inbox } = useInboxContext();
  const store =
    storeId === undefined ? undefined : inbox.feed(storeId) && inbox.stores.find((one) => one.storeId === storeId);
  const unread = useCount(store === undefined ? inbox.UNREAD : unreadOf(store));
  const unseen = useCount(store === undefined ? inbox.UNSEEN : unseenOf(store));
  return useMemo(() => ({ unread, unseen }), [unread, unseen]);
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

/** One view of a store and its actions. Nothing is fetched before `load`. */
export function useNotifications<Data = Record<string, unknown>>(
  storeId?: string,
  view: View = "all",
): FeedState<Data> & FeedActions {
  const { inbox } = useInboxContext();
  const state = useStore(inbox.feed(storeId, view).store);
  const actions = useMemo(() => actionsOf(inbox, storeId, view), [inbox, storeId, view]);
  return { ...asTyped<Data>(state), ...actions };
}

/** The page alone knows the shape of what a workflow puts into `data`. */
const asTyped = <Data>(state: FeedState) => state as FeedState<Data>;

function actionsOf(inbox: Inbox, storeId: string | undefined, view: View) {
  const { load, loadMore, hold, showNew } = inbox.feed(storeId, view);
  return {
    load,
    loadMore,
    hold,
    showNew,
    readAll: () => inbox.readAll(storeId),
    seenAll: () => inbox.seenAll(storeId),
    archiveAll: () => inbox.archiveAll(storeId),
    archiveRead: () => inbox.archiveRead(storeId),
    deleteAll: () => inbox.deleteAll(storeId, view),
  };
}

/** Returns the last operation that can still be taken back, and the function that does it. */
export function useUndo(): { undoable: Undo | null; undo: () => void } {
  const { inbox } = useInboxContext();
  return { undoable: useStore(inbox.undoable, ({ value }) => value), undo: inbox.undo };
}

/** Returns the subscriber's choices. They are fetched when the first component uses them; `change` is false when it was rolled back. */
export function usePreferences(): PreferencesState & {
  load: () => Promise<void>;
  change: (workflowId: string | undefined, change: PreferenceChange) => Promise<boolean>;
} {
  const { inbox } = useInboxContext();
  const { store, load, change } = inbox.preferences;
  const session = useStore(inbox.session, ({ status }) => status);
  useEffect(() => {
    if (session === "ready" && store.getState().status === "idle") void load();
  }, [session, store, load]);
  return { ...useStore(store), load, change };
}
