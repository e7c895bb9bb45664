import { useCallback, useEffect, useId, useRef, useState } from "react";
import { DEFAULT_STORE_ID } from "../core/inbox.ts";
import { useInboxContext } from "./context.ts";
import { FeedHeader } from "./feed-header.tsx";
import { FeedList } from "./feed-list.tsx";
import { FeedEmpty, FeedError, FeedSkeleton, FeedStrip } from "./feed-states.tsx";
import { useCounts, useNotifications } from "./hooks.ts";
import { LoadMore } from "./load-more.tsx";
import { useBatch } from "./use-batch.ts";
import { useHoldNew } from "./use-hold-new.ts";
import { useInitialFocus } from "./use-initial-focus.ts";

export type FeedProps = {
  storeId?: string | undefined;
  /** The id of the heading, for a dialog that is labelled by it. */
  titleId?: string | undefined;
  onClose?: (() => void) | undefined;
  /** Focuses the first unread message, or else the heading, when the feed is mounted. */
  autoFocus?: boolean | undefined;
};

/** Milliseconds for which the notice about a failed change is shown. */
const NOTICE_MS = 6_000;

/** A named feed with its heading: fetched when it is mounted, and held while it is read. */
export function Feed({ storeId = DEFAULT_STORE_ID, titleId, onClose, autoFocus = false }: FeedProps) {
  const { texts } = useInboxContext();
  const feed = useNotifications(storeId);
  const { load, hold, showNew, markAsRead, markAsUnread, markAsSeen, markAllAsRead } = feed;
  const { unread } = useCounts();
  const ownTitleId = useId();
  const root = useRef<HTMLDivElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [notSaved, showNotSaved] = useTransient(NOTICE_MS);

  useEffect(() => {
    void load();
  }, [load]);
  useHoldNew(scroller, hold);
  // A list that is opened again shows all its messages.
  useEffect(() => showNew, [showNew]);
  useInitialFocus(root, autoFocus, feed.status !== "idle" && feed.status !== "loading");

  const onMark = useCallback(
    async (id: string, as: "read" | "unread") => {
      if (!(await (as === "read" ? markAsRead(id) : markAsUnread(id)))) showNotSaved();
    },
    [markAsRead, markAsUnread, showNotSaved],
  );
  const onSeen = useBatch(useCallback((ids: string[]) => void markAsSeen(ids), [markAsSeen]));

  function onShowNew() {
    showNew();
    if (scroller.current !== null) scroller.current.scrollTop = 0;
    // The focused button is removed, and the new messages are not rendered yet.
    setTimeout(() => list.current?.querySelector<HTMLElement>(".belfry-item-main")?.focus());
  }

  const { status, messages, newMessages, hasMore } = feed;
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
        {newMessages.length > 0 && (
          <button type="button" className="belfry-show-new" onClick={onShowNew}>
            {texts.newMessages(newMessages.length)}
          </button>
        )}
        {isEmpty && failed && <FeedError onRetry={() => void load()} />}
        {isEmpty && (status === "idle" || status === "loading") && <FeedSkeleton />}
        {isEmpty && (status === "ready" || status === "refreshing") && newMessages.length === 0 && <FeedEmpty />}
        {!isEmpty && <FeedList messages={messages} list={list} onSeen={onSeen} onMark={onMark} />}
        {hasMore && !isEmpty && <LoadMore busy={status === "loading-more"} onLoad={() => void feed.loadMore()} />}
      </div>
    </div>
  );
}

/** A flag that resets after `ms` milliseconds. */
function useTransient(ms: number): [shown: boolean, show: () => void] {
  const [since, setSince] = useState(0);
  useEffect(() => {
    if (since === 0) return;
    const timer = setTimeout(() => setSince(0), ms);
    return () => clearTimeout(timer);
  }, [since, ms]);
  return [since !== 0, useCallback(() => setSince(Date.now()), [])];
}
