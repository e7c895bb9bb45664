/** A timer on virtual time. Stands in for what `setInterval` returns. */
export interface VirtualTimer {
  at: number;
  /** Milliseconds between two calls; undefined for a timer that fires once. */
  every: number | undefined;
  call(): void;
  unref(): VirtualTimer;
}

/** A clock that moves only when it is told to, with its timers. */
export interface VirtualTime {
  now(): number;
  after(milliseconds: number, call: () => void): VirtualTimer;
  every(milliseconds: number, call: () => void): VirtualTimer;
  cancel(timer: VirtualTimer): void;
  /** Resolves after that time; rejects when the signal fires. */
  sleep<T>(milliseconds: number, value?: T, options?: { signal?: AbortSignal }): Promise<T | undefined>;
  /** When the next timer that fires once is due; undefined when there is none. */
  nextAt(): number | undefined;
  /** Moves to the next timer up to that moment and calls it; false when there is none, and the moment has come. */
  step(until: number): boolean;
}

export function createVirtualTime(start: number): VirtualTime {
  const timers = new Set<VirtualTimer>();
  let now = start;
  const add = (milliseconds: number, every: number | undefined, call: () => void): VirtualTimer => {
    const timer: VirtualTimer = { at: now + Math.max(milliseconds, 1), every, call, unref: () => timer };
    timers.add(timer);
    return timer;
  };
  const first = (candidates: Iterable<VirtualTimer>): VirtualTimer | undefined => {
    let found: VirtualTimer | undefined;
    for (const timer of candidates) if (!found || timer.at < found.at) found = timer;
    return found;
  };
  const time: VirtualTime = {
    now: () => now,
    after: (milliseconds, call) => add(milliseconds, undefined, call),
    every: (milliseconds, call) => add(milliseconds, milliseconds, call),
    cancel: (timer) => void timers.delete(timer),
    sleep: (milliseconds, value, { signal } = {}) =>
      new Promise((resolve, reject) => {
        const timer = time.after(milliseconds, () => resolve(value));
        signal?.addEventListener("abort", () => {
          time.cancel(timer);
          reject(signal.reason);
        });
      }),
    nextAt: () => first([...timers].filter(({ every }) => every === undefined))?.at,
    step(until) {
      const next = first(timers);
      if (!next || next.at > until) {
        now = Math.max(now, until);
        return false;
      }
      now = Math.max(now, next.at);
      if (next.every === undefined) timers.delete(next);
      else next.at = now + next.every;
      next.call();
      return true;
    },
  };
  return time;
}
