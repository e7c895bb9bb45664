import { type RefObject, useEffect, useRef } from "react";
import type { Notification } from "../../core/types.ts";

/** A notification counts as seen when half of it has been visible for a second. */
const VISIBLE_SHARE = 0.5;
const VISIBLE_MS = 1_000;
/** Those that are seen within this time are sent together. */
const BATCH_MS = 250;

/** Calls `onSeen` with the unseen notifications of a list that have been visible for a second. */
export function useSeenInView(
  list: RefObject<HTMLElement | null>,
  notifications: readonly Notification[],
  /** Which part of them is in the page. */
  first: number,
  onSeen: ((ids: string[]) => void) | undefined,
): void {
  const observer = useRef<IntersectionObserver>(undefined);
  const latest = useRef(onSeen);
  useEffect(() => {
    latest.current = onSeen;
  });

  const enabled = onSeen !== undefined;
  useEffect(() => {
    if (!enabled || typeof IntersectionObserver === "undefined") return;
    const visible = new Map<Element, ReturnType<typeof setTimeout>>();
    let seen: string[] = [];
    let batch: ReturnType<typeof setTimeout> | undefined;

    function onSecond(element: Element): void {
      created.unobserve(element);
      if (element instanceof HTMLElement && element.dataset.id !== undefined) seen.push(element.dataset.id);
      clearTimeout(batch);
      batch = setTimeout(() => {
        latest.current?.(seen);
        seen = [];
      }, BATCH_MS);
    }
    const created = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          clearTimeout(visible.get(target));
          visible.delete(target);
          if (isIntersecting)
            visible.set(
              target,
              setTimeout(() => onSecond(target), VISIBLE_MS),
            );
        }
      },
      { threshold: VISIBLE_SHARE },
    );
    observer.current = created;
    return () => {
      created.disconnect();
      clearTimeout(batch);
      for (const timer of visible.values()) clearTimeout(timer);
    };
  }, [enabled]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: other notifications are other elements.
  useEffect(() => {
    // What is observed already stays so.
    for (const element of list.current?.querySelectorAll('.belfry-item[data-seen="false"]') ?? [])
      observer.current?.observe(element);
  }, [list, notifications, first, enabled]);
}
