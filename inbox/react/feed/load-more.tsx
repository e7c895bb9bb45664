import { useEffect, useRef } from "react";
import { useInboxContext } from "../context.ts";
import { usePart } from "../part.ts";

/** The next page is fetched when the end of the list is this near. */
const ROOT_MARGIN = "200px";

export type LoadMoreProps = {
  busy: boolean;
  /** How many there are: where more of them leave the end in view, the next page is fetched as well. */
  count: number;
  onLoad: () => void;
};

/** Fetches the next page when the end of the list comes into view, and when it is pressed. */
export function LoadMore({ busy, count, onLoad }: LoadMoreProps) {
  const { texts } = useInboxContext();
  const part = usePart();
  const button = useRef<HTMLButtonElement>(null);
  const latest = useRef(onLoad);
  useEffect(() => {
    latest.current = onLoad;
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new observer reports at once whether the end is in view.
  useEffect(() => {
    const target = button.current;
    if (busy || target === null || typeof IntersectionObserver === "undefined") return;
    // On a busy page several reports come together: the last one holds.
    const observer = new IntersectionObserver((entries) => entries.at(-1)?.isIntersecting && latest.current(), {
      root: target.closest(".belfry-scroller"),
      rootMargin: ROOT_MARGIN,
    });
    observer.observe(target);
    return () => observer.disconnect();
  }, [busy, count]);

  return (
    <button ref={button} type="button" {...part("load-more")} aria-disabled={busy} onClick={onLoad}>
      {busy ? texts.loading : texts.loadMore}
    </button>
  );
}
