/**
 * Shares the event loop between renderings: all of them together use one slice of time, then other work gets its turn.
 */
export interface TimeSlices {
  /** Resolves when the caller may work, at once if the current slice is not used up. Callers are served in order. */
  turn(): Promise<void>;
  /** Whether the caller has to ask for another turn. */
  isOver(): boolean;
}

export function createTimeSlices(sliceMs: number): TimeSlices {
  const waiting: (() => void)[] = [];
  let start = 0;
  let isScheduled = false;

  const next = () => {
    const resume = waiting.shift();
    if (!resume) {
      isScheduled = false;
      return;
    }
    start = performance.now();
    resume();
    setImmediate(next);
  };
  const isOver = () => performance.now() - start >= sliceMs;

  return {
    async turn() {
      if (!isScheduled) {
        isScheduled = true;
        start = performance.now();
        setImmediate(next);
        return;
      }
      if (waiting.length > 0 || isOver()) await new Promise<void>((resolve) => waiting.push(resolve));
    },
    isOver,
  };
}
