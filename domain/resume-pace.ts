import { SECOND } from "#contract/constants/values/times.ts";

/** Waits between portions of a resumption that is spread over a time, so that a long one has no history of thousands of waits. */
const PORTIONS = 600;
const LONGEST_STEP_MS = 60 * SECOND;

interface SpreadWork {
  /** Runs that are resumed over the time. */
  total: number;
  /** Runs that were resumed or refused. */
  begun: number;
  spreadSeconds: number;
  /** When the first is resumed. */
  since: Date;
  now: Date;
}

/** Returns how many more runs may be resumed now, and when there are none, the milliseconds until there are. */
export function resumePace({ total, begun, spreadSeconds, since, now }: SpreadWork): { runs: number; waitMs: number } {
  const elapsed = now.getTime() - since.getTime();
  const spread = spreadSeconds * SECOND;
  if (elapsed >= spread || begun >= total) return { runs: Number.POSITIVE_INFINITY, waitMs: 0 };
  const runs = Math.floor((Math.max(elapsed, 0) * total) / spread) + 1 - begun;
  if (runs > 0) return { runs, waitMs: 0 };
  const step = Math.min(Math.max(spread / PORTIONS, SECOND), LONGEST_STEP_MS);
  const next = Math.max((begun * spread) / total - elapsed, step);
  return { runs: 0, waitMs: Math.ceil(Math.min(next, spread - elapsed)) };
}
