export interface RateCount {
  events: number;
  messages: number;
  /** How much of them other workers know of, and what all had when this one last reported. */
  reported: { events: number; messages: number };
  total: { events: number; messages: number };
  reportedAt: number;
  isReporting: boolean;
  isReached: boolean;
}

/** Cells of the table of subscribers' messages, a power of two. Two that share a cell are counted together. */
const CELLS = 1 << 20;

const newCount = (messages = 0): RateCount => ({
  events: 0,
  messages,
  reported: { events: 0, messages: 0 },
  total: { events: 0, messages: 0 },
  reportedAt: 0,
  isReporting: false,
  isReached: false,
});

/** Counts within minutes or hours of the clock; those of the one before are forgotten when a new one begins. */
export function createRateCounts(lengthMs: number) {
  let startsAt = 0;
  const counts = new Map<string, RateCount>();
  /** Messages by the last digits of subscribers' random ids: of a million subscribers hardly any need more than this. */
  let cells = new Uint16Array(0);

  function enter(now: Date): void {
    const start = Math.floor(now.getTime() / lengthMs) * lengthMs;
    if (start === startsAt) return;
    startsAt = start;
    counts.clear();
    cells.fill(0);
  }

  return {
    startsAt: () => new Date(startsAt),
    of(targetId: string, now: Date): RateCount {
      enter(now);
      const count = counts.get(targetId) ?? newCount();
      counts.set(targetId, count);
      return count;
    },
    /**
     * Adds messages to a subscriber's estimate, which is never too low. Returns its exact count from the moment on at which
     * the estimate reaches `from`, with what was estimated by then.
     */
    addMessages(subscriberId: string, messages: number, from: number, now: Date): RateCount | undefined {
      enter(now);
      const exact = counts.get(subscriberId);
      if (exact) {
        exact.messages += messages;
        return exact;
      }
      if (cells.length === 0) cells = new Uint16Array(CELLS);
      const cell = Number.parseInt(subscriberId.slice(-5), 16) % CELLS;
      const estimate = Math.min((cells[cell] ?? 0) + messages, 65_535);
      cells[cell] = estimate;
      if (estimate < Math.min(from, 65_535)) return undefined;
      const count = newCount(estimate);
      counts.set(subscriberId, count);
      return count;
    },
  };
}

/** Returns the counts of all workers together, as far as this one knows. */
export const knownTotal = ({ events, messages, reported, total }: RateCount) => ({
  events: total.events + events - reported.events,
  messages: total.messages + messages - reported.messages,
});
