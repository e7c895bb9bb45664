import { setTimeout as sleep } from "node:timers/promises";
import pLimit from "p-limit";

/** Members of a slice up to which it counts as small. */
const SMALL = 20;
/** Large slices in progress at once in a process. */
const LARGE_SLICES = 3;
/**
 * For so long after a small slice, large ones are cut, and processed one at a time after a pause: events for few find
 * processor and database free.
 */
const GIVE_WAY_MS = 250;
const PAUSE_MS = 20;
const CUT_TO = 30;

/** Lets events for few subscribers overtake the slices of broadcasts in the same process. */
export interface SliceGate {
  /** Members that a slice may have now. */
  largest(): number;
  run<T>(members: number, work: () => Promise<T>): Promise<T>;
}

export function createSliceGate(): SliceGate {
  const limit = pLimit(LARGE_SLICES);
  let lastSmall = Number.NEGATIVE_INFINITY;
  const givesWay = () => performance.now() - lastSmall < GIVE_WAY_MS;
  return {
    largest: () => (givesWay() ? CUT_TO : Number.POSITIVE_INFINITY),
    async run(members, work) {
      if (members <= SMALL) {
        lastSmall = performance.now();
        return work();
      }
      limit.concurrency = givesWay() ? 1 : LARGE_SLICES;
      return limit(async () => {
        if (givesWay()) await sleep(PAUSE_MS);
        return work();
      });
    },
  };
}
