import { type RefObject, useEffect, useRef } from "react";

/**
 * Moves the focus into a feed that has just been opened: to its heading, and from there to the first unread notification once
 * the list is loaded. A focus that has moved meanwhile stays.
 */
export function useInitialFocus(feed: RefObject<HTMLElement | null>, enabled: boolean, loaded: boolean): void {
  const done = useRef(false);

  useEffect(() => {
    if (enabled) feed.current?.querySelector<HTMLElement>(".belfry-title")?.focus({ preventScroll: true });
  }, [feed, enabled]);

  useEffect(() => {
    if (!enabled || !loaded || done.current) return;
    done.current = true;
    if (feed.current?.querySelector(".belfry-title:focus") == null) return;
    feed.current.querySelector<HTMLElement>('[data-unread="true"] .belfry-item-main')?.focus();
  }, [feed, enabled, loaded]);
}
