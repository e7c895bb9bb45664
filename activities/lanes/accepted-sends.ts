/** Counts the sends that a vendor accepted and that Postgres does not know of yet, by the seconds of the caller's clock. */
export interface AcceptedSends {
  note(now: number): void;
  /** Whether there are any. */
  hasAny(): boolean;
  /** Takes them: `accepted` are those of this second and the one before. */
  take(now: number): { accepted: number; sent: number };
}

export function countAcceptedSends(): AcceptedSends {
  let count = { second: 0, now: 0, before: 0, all: 0 };
  return {
    note(now) {
      const second = Math.floor(now / 1_000);
      if (count.second !== second) {
        count = { ...count, second, before: count.second === second - 1 ? count.now : 0, now: 0 };
      }
      count.now += 1;
      count.all += 1;
    },
    hasAny: () => count.all > 0,
    take(now) {
      const second = Math.floor(now / 1_000);
      const passed = second - count.second;
      const accepted = passed <= 0 ? count.now + count.before : passed === 1 ? count.now : 0;
      const taken = { accepted, sent: count.all };
      count = { second, now: 0, before: 0, all: 0 };
      return taken;
    },
  };
}
