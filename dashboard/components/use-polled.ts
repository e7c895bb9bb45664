import { useEffect, useRef, useState } from "react";

interface PollOptions<T> {
  load: (signal: AbortSignal) => Promise<T>;
  /** Milliseconds between two reads; undefined stops. */
  every: (current: T) => number | undefined;
}

/**
 * Keeps what a loader brought up to date. A failed read changes nothing but `stale`: the old rows stay on screen. Nothing
 * is read while the page is hidden.
 */
export function usePolled<T>(loaded: T, options: PollOptions<T>): { current: T; stale: boolean } {
  const [polled, setPolled] = useState({ loaded, current: loaded, stale: false, reads: 0 });
  const latest = useRef(options);
  latest.current = options;
  // A new load replaces what was polled for the one before.
  const state = polled.loaded === loaded ? polled : { loaded, current: loaded, stale: false, reads: 0 };
  const wait = options.every(state.current);
  const { reads } = state;

  useEffect(() => {
    if (wait === undefined) return;
    const abort = new AbortController();
    const timer = setInterval(() => {
      if (document.hidden) return;
      clearInterval(timer);
      latest.current.load(abort.signal).then(
        (current) => setPolled({ loaded, current, stale: false, reads: reads + 1 }),
        () => {
          if (abort.signal.aborted) return;
          setPolled((before) => ({
            ...(before.loaded === loaded ? before : { loaded, current: loaded }),
            stale: true,
            reads: reads + 1,
          }));
        },
      );
    }, wait);
    return () => {
      clearInterval(timer);
      abort.abort();
    };
  }, [loaded, wait, reads]);

  return { current: state.current, stale: state.stale };
}
