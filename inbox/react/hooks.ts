import { useMemo } from "react";
import { useStore } from "zustand";
import type { Counts } from "../core/counts-store.ts";
import type { FeedState } from "../core/feed-store.ts";
import { DEFAULT_STORE_ID, type Inbox } from "../core/inbox.ts";
import type { SessionStatus } from "../core/session.ts";
import { useInboxContext } from "./context.ts";

/** The inbox, for what the other hooks do not offer, and the status of its session. */
export function useInbox(): { inbox: Inbox; status: SessionStatus } {
  const { inbox } = useInboxContext();
  return { inbox, status: useStore(inbox.session, ({ status }) => status) };
}

/** The numbers of unseen and unread messages; 100 means 100 or more. */
export function useCounts(): Counts {
  return useStore(useInboxContext().inbox.counts);
}

/** A named feed and its actions. Nothing is fetched before `load`. Marks resolve to false when they were rolled back. */
export function useNotifications(storeId: string = DEFAULT_STORE_ID): FeedState & FeedActions {
  const { inbox } = useInboxContext();
  const state = useStore(inbox.feed(storeId).store);
  const actions = useMemo(() => feedActions(inbox, storeId), [inbox, storeId]);
  return { ...state, ...actions };
}

export type FeedActions = ReturnType<typeof feedActions>;

function feedActions(inbox: Inbox, storeId: string) {
  const { load, loadMore, hold, showNew } = inbox.feed(storeId);
  return {
    load,
    loadMore,
    hold,
    showNew,
    markAsRead: (id: string) => inbox.mark([id], "read"),
    markAsUnread: (id: string) => inbox.mark([id], "unread"),
    markAsSeen: (ids: readonly string[]) => inbox.mark(ids, "seen"),
    markAllAsRead: () => inbox.markAll("read", storeId),
    markAllAsSeen: () => inbox.markAll("seen", storeId),
  };
}
