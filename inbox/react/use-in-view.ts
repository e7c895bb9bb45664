import { type RefObject, useEffect, useRef } from "react";

/** A message counts as seen when half of it has been visible for a second. */
const VISIBLE_SHARE = 0.5;
const VISIBLE_MS = 1_000;

/** Calls `onView` once the element has been visible for a second, while `enabled`. */
export function useInView(element: RefObject<Element | null>, enabled: boolean, onView: () => void): void {
  const latest = useRef(onView);
  useEffect(() => {
    latest.current = onView;
  });

  useEffect(() => {
    const target = element.current;
    if (!enabled || target === null || typeof IntersectionObserver === "undefined") return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        clearTimeout(timer);
        if (entries.at(-1)?.isIntersecting) timer = setTimeout(() => latest.current(), VISIBLE_MS);
      },
      { threshold: VISIBLE_SHARE },
    );
    observer.observe(target);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
    };
  }, [element, enabled]);
}
