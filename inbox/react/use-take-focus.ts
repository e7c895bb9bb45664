import { type RefObject, useEffect, useRef } from "react";

/**
 * Moves the focus into a feed that has just opened: to its heading, and on to the first unread message once the list is
 * there, unless the reader has moved on meanwhile.
 */
export function useTakeFocus(feed: RefObject<HTMLElement | null>, wanted: boolean, settled: boolean): void {
  const done = useRef(false);

  useEffect(() => {
    if (wanted) feed.current?.querySelector<HTMLElement>(".belfry-title")?.focus({ preventScroll: true });
  }, [feed, wanted]);

  useEffect(() => {
    if (!wanted || !settled || done.current) return;
    done.current = true;
    if (feed.current?.querySelector(".belfry-title:focus") == null) return;
    feed.current.querySelector<HTMLElement>('[data-unread="true"] .belfry-item-main')?.focus();
  }, [feed, wanted, settled]);
}
