import { type RefObject, useCallback, useEffect, useRef } from "react";
import type { Notification, View } from "../../core/types.ts";
import { useInboxContext } from "../context.ts";
import { useHoldNew } from "../hooks/use-hold-new.ts";
import { useInitialFocus } from "../hooks/use-initial-focus.ts";
import { useBrowserLayoutEffect } from "../hooks/use-layout-effect.ts";
import { useOnline } from "../hooks/use-online.ts";
import { useNotifications } from "../hooks.ts";
import { usePart } from "../part.ts";
import { FeedList } from "./feed-list.tsx";
import { FeedEmpty, FeedError, FeedSkeleton, FeedStrip } from "./feed-states.tsx";
import { LoadMore } from "./load-more.tsx";

export type FeedBodyProps = {
  feed: RefObject<HTMLElement | null>;
  storeId: string;
  view: View;
  autoFocus: boolean;
  /** Makes the last change again, which was not saved. */
  notSaved: (() => void) | undefined;
  /** Of a feed with tabs: the id of their panel, and of the tab that names it. */
  panel: { id: string; labelId: string } | undefined;
};

/** One view of a store: its list, or why there is none. */
export function FeedBody({ feed, storeId, view, autoFocus, notSaved, panel }: FeedBodyProps) {
  const { inbox, openLists, texts, markSeen } = useInboxContext();
  const part = usePart();
  const online = useOnline();
  const scroller = useRef<HTMLDivElement>(null);
  const { status, notifications, newNotifications, hasMore, ...actions } = useNotifications(storeId, view);
  const { load, loadMore, hold, look, showNew } = actions;

  useEffect(() => {
    void load();
  }, [load]);
  useHoldNew(scroller, hold);
  // Before anything is painted, so that no toast flashes up beside it.
  useBrowserLayoutEffect(() => {
    openLists.setState(({ value }) => ({ value: [...value, notifications] }));
    return () => openLists.setState(({ value }) => ({ value: value.filter((one) => one !== notifications) }));
  }, [openLists, notifications]);
  // A list that is opened again shows all of its notifications.
  useEffect(() => showNew, [showNew]);
  const isEmpty = notifications.length === 0;
  const isLoading = status === "idle" || status === "loading";
  const failed = status === "error" || status === "offline";
  useInitialFocus(feed, autoFocus, !isLoading || !isEmpty);

  useSeenOnOpen(storeId, view, isLoading, notifications);
  const onSeen = useCallback((ids: string[]) => void inbox.seen(ids), [inbox]);

  function onShowNew() {
    showNew();
    if (scroller.current !== null) scroller.current.scrollTop = 0;
    // The focused button is removed, and the new ones are not rendered yet.
    setTimeout(() => scroller.current?.querySelector<HTMLElement>(".belfry-item-main")?.focus());
  }

  const onRetry = () => void load();
  const strip = !online
    ? { text: texts.offlineStrip }
    : notSaved
      ? { text: texts.notSaved, onRetry: notSaved }
      : failed && !isEmpty
        ? { text: texts.outdatedStrip, onRetry }
        : undefined;

  return (
    <>
      {/* Always there, so that screen readers notice what appears in it. */}
      <div role="status">{strip && !(isEmpty && failed) && <FeedStrip {...strip} />}</div>
      <div
        ref={scroller}
        {...part("scroller")}
        aria-busy={status === "loading"}
        {...(panel && { id: panel.id, role: "tabpanel", "aria-labelledby": panel.labelId })}
      >
        {newNotifications.length > 0 && (
          <button type="button" {...part("show-new")} onClick={onShowNew}>
            {texts.newNotifications(newNotifications.length)}
          </button>
        )}
        {isEmpty && failed && <FeedError offline={status === "offline"} onRetry={onRetry} />}
        {isEmpty && isLoading && <FeedSkeleton />}
        {isEmpty && !failed && !isLoading && newNotifications.length === 0 && <FeedEmpty view={view} />}
        {!isEmpty && (
          <FeedList
            notifications={notifications}
            hasMore={hasMore}
            onLook={look}
            onSeen={markSeen === "on-view" ? onSeen : undefined}
          />
        )}
        {hasMore && !isEmpty && (
          <LoadMore busy={status === "loading-more"} count={notifications.length} onLoad={() => void loadMore()} />
        )}
      </div>
    </>
  );
}

/** Notes once that what a store has was seen, where opening it is enough for that. */
function useSeenOnOpen(storeId: string, view: View, isLoading: boolean, notifications: readonly Notification[]): void {
  const { inbox, markSeen } = useInboxContext();
  const opened = useRef(false);
  useEffect(() => {
    if (markSeen !== "on-open" || view !== "all" || isLoading || opened.current) return;
    opened.current = true;
    // Older ones may be unseen that are not loaded.
    if (notifications.some(({ isSeen }) => !isSeen) || inbox.counts.get(inbox.UNSEEN) > 0) void inbox.seenAll(storeId);
  }, [inbox, markSeen, view, isLoading, notifications, storeId]);
}
