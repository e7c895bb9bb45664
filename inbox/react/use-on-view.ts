import { type RefObject, useEffect, useRef } from "react";

/** A message counts as seen when half of it has been visible for a second: product-and-ux.md B1, `markSeen`. */
const VISIBLE_SHARE = 0.5;
const VISIBLE_MS = 1_000;

/** Calls `act` once the element has been looked at for long enough, as long as `wanted`. */
export function useOnView(element: RefObject<Element | null>, wanted: boolean, act: () => void): void {
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });

  useEffect(() => {
    const target = element.current;
    if (!wanted || target === null || typeof IntersectionObserver === "undefined") return;
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
  }, [element, wanted]);
}
