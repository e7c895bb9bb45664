import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import type { Notification } from "../../core/types.ts";

/** Items in the page at once, and how many of them are before the first one in view. It moves by so many. */
const SIZE = 40;
const BEFORE = 12;
const STEP = 4;
/** About as many are in view. */
const IN_VIEW = 16;
/** About the height in pixels of an item that was never in the page, and of a heading. */
const ITEM_HEIGHT = 84;
const HEADING_HEIGHT = 34;

export type Window = {
  /** The index of the first item in view, or of one shortly before. */
  first: number;
  isShown: (index: number) => boolean;
  /** Pixels of an item that is not in the page. */
  heightOf: (notification: Notification) => number;
  headingHeight: number;
};

/**
 * Says which items of a long list are in the page: those around what is in view, and the focused one. The others keep their room, which is
 * measured before they leave.
 */
export function useWindow(
  list: RefObject<HTMLElement | null>,
  notifications: readonly Notification[],
  startsDay: ReadonlySet<number>,
  focused: number,
): Window {
  const [first, setFirst] = useState(0);
  const heights = useRef(new Map<string, number>());
  const heightOf = useCallback(({ id }: Notification) => heights.current.get(id) ?? ITEM_HEIGHT, []);

  const update = useRef(() => {});
  useEffect(() => {
    update.current = () => {
      const element = list.current;
      if (element === null) return;
      for (const item of element.querySelectorAll<HTMLElement>("[data-id]"))
        if (item.offsetHeight > 0) heights.current.set(item.dataset.id ?? "", item.offsetHeight);
      const clip = element.closest(".belfry-scroller")?.getBoundingClientRect().top ?? 0;
      const top = Math.max(0, clip) - element.getBoundingClientRect().top;
      let index = -1;
      for (let end = 0; end <= top && index < notifications.length - 1; ) {
        index += 1;
        const one = notifications[index];
        end += (one ? heightOf(one) : 0) + (startsDay.has(index) ? HEADING_HEIGHT : 0);
      }
      setFirst(Math.floor(Math.max(0, index) / STEP) * STEP);
    };
    // A list that has become shorter may have been scrolled by it.
    update.current();
  }, [list, notifications, startsDay, heightOf]);

  useEffect(() => {
    const onScroll = () => update.current();
    // Scrolling does not bubble, and does not leave a shadow root.
    const targets = [list.current?.closest(".belfry-scroller"), window];
    for (const target of targets) target?.addEventListener("scroll", onScroll, { capture: true, passive: true });
    return () => {
      for (const target of targets) target?.removeEventListener("scroll", onScroll, { capture: true });
    };
  }, [list]);

  const from = Math.max(0, Math.min(first - BEFORE, notifications.length - SIZE));
  const isShown = (index: number) => (index >= from && index < from + SIZE) || index === focused;
  return { first, isShown, heightOf, headingHeight: HEADING_HEIGHT };
}

/** The ids of those that are about in view. */
export const inView = (notifications: readonly Notification[], first: number): string[] =>
  notifications.slice(first, first + IN_VIEW).map(({ id }) => id);
