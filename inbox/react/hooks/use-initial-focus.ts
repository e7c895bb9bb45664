import { type RefObject, useEffect, useRef } from "react";

/**
 * Moves the focus from a feed's heading, where it is when the feed has been opened, to the first unread notification once the
 * list is loaded. A focus that has moved meanwhile stays.
 */
export function useInitialFocus(feed: RefObject<HTMLElement | null>, enabled: boolean, loaded: boolean): void {
  const done = useRef(false);
  useEffect(() => {
    if (!enabled || !loaded || done.current) return;
    done.current = true;
    const first = feed.current?.querySelector<HTMLElement>('[data-unread="true"] .belfry-item-main');
    // Effects of a parent run later, such as the one that focuses the heading.
    setTimeout(() => {
      if (feed.current?.querySelector(".belfry-title:focus") != null) first?.focus();
    });
  }, [feed, enabled, loaded]);
}
