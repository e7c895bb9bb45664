import { useCallback, useEffect, useId, useRef, useState } from "react";
import { DEFAULT_STORE_ID } from "../core/inbox.ts";
import { useInboxContext } from "./context.ts";
import { FeedHeader } from "./feed-header.tsx";
import { FeedList } from "./feed-list.tsx";
import { FeedEmpty, FeedError, FeedSkeleton, FeedStrip } from "./feed-states.tsx";
import { useCounts, useNotifications } from "./hooks.ts";
import { LoadMore } from "./load-more.tsx";
import { useBatch } from "./use-batch.ts";
import { useHold } from "./use-hold.ts";
import { useTakeFocus } from "./use-take-focus.ts";

export type FeedProps = {
  storeId?: string | undefined;
  /** Given by a surface that names itself after the feed's heading. */
  titleId?: string | undefined;
  onClose?: (() => void) | undefined;
  /** Takes the focus when it appears: to the first unread message, or else to the heading. */
  takeFocus?: boolean | undefined;
};

/** Milliseconds for which a change that failed is spoken of. */
const NOTICE_MS = 6_000;

/** A named feed with its heading: fetched when it appears, and kept still under whoever reads it. */
export function Feed({ storeId = DEFAULT_STORE_ID, titleId, onClose, takeFocus = false }: FeedProps) {
  const { texts } = useInboxContext();
  const feed = useNotifications(storeId);
  const { load, hold, showWaiting, markAsRead, markAsUnread, markAsSeen, markAllAsRead } = feed;
  const { unread } = useCounts();
  const ownTitleId = useId();
  const root = useRef<HTMLDivElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [notSaved, showNotSaved] = useTransient(NOTICE_MS);

  useEffect(() => {
    void load();
  }, [load]);
  useHold(scroller, hold);
  // Whoever opens the list again finds it whole: nothing is being read that could move.
  useEffect(() => showWaiting, [showWaiting]);
  useTakeFocus(root, takeFocus, feed.status !== "idle" && feed.status !== "loading");

  const onMark = useCallback(
    async (id: string, as: "read" | "unread") => {
      if (!(await (as === "read" ? markAsRead(id) : markAsUnread(id)))) showNotSaved();
    },
    [markAsRead, markAsUnread, showNotSaved],
  );
  const onSeen = useBatch(useCallback((ids: string[]) => void markAsSeen(ids), [markAsSeen]));

  function showNew() {
    showWaiting();
    if (scroller.current !== null) scroller.current.scrollTop = 0;
    // The button that had the focus is about to go, and the messages it brings are not drawn yet.
    setTimeout(() => list.current?.querySelector<HTMLElement>(".belfry-item-main")?.focus());
  }

  const { status, messages, waiting, hasMore } = feed;
  const isEmpty = messages.length === 0;
  const failed = status === "error" || status === "offline";

  return (
    <div ref={root} className="belfry-feed">
      <FeedHeader
        titleId={titleId ?? ownTitleId}
        canMarkAll={unread > 0 || messages.some(({ read }) => !read)}
        onMarkAll={async () => {
          if (!(await markAllAsRead())) showNotSaved();
        }}
        onClose={onClose}
      />
      {notSaved && <FeedStrip text={texts.notSaved} />}
      {failed && !isEmpty && (
        <FeedStrip text={status === "offline" ? texts.offline : texts.outdated} onRetry={() => void load()} />
      )}
      <div ref={scroller} className="belfry-scroller" aria-busy={status === "loading"}>
        {waiting.length > 0 && (
          <button type="button" className="belfry-waiting" onClick={showNew}>
            {texts.waiting(waiting.length)}
          </button>
        )}
        {isEmpty && failed && <FeedError onRetry={() => void load()} />}
        {isEmpty && (status === "idle" || status === "loading") && <FeedSkeleton />}
        {isEmpty && (status === "ready" || status === "refreshing") && waiting.length === 0 && <FeedEmpty />}
        {!isEmpty && <FeedList messages={messages} list={list} onSeen={onSeen} onMark={onMark} />}
        {hasMore && !isEmpty && <LoadMore busy={status === "loading-more"} onLoad={() => void feed.loadMore()} />}
      </div>
    </div>
  );
}

/** Something to show for a while. */
function useTransient(ms: number): [shown: boolean, show: () => void] {
  const [since, setSince] = useState(0);
  useEffect(() => {
    if (since === 0) return;
    const timer = setTimeout(() => setSince(0), ms);
    return () => clearTimeout(timer);
  }, [since, ms]);
  return [since !== 0, useCallback(() => setSince(Date.now()), [])];
}
