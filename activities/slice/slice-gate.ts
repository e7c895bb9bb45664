import { setTimeout as sleep } from "node:timers/promises";
import pLimit from "p-limit";

/** Members of a slice up to which it counts as small. */
const SMALL = 20;
/** Large slices in progress at once in a process. */
const LARGE_SLICES = 3;
/** For so long after a small slice there is one large slice at a time, after a pause: others find processor and database free. */
const GIVE_WAY_MS = 250;
const PAUSE_MS = 15;

/** Lets events for few subscribers overtake the slices of broadcasts in the same process. */
export interface SliceGate {
  run<T>(members: number, work: () => Promise<T>): Promise<T>;
}

export function createSliceGate(): SliceGate {
  const limit = pLimit(LARGE_SLICES);
  let lastSmall = Number.NEGATIVE_INFINITY;
  const givesWay = () => performance.now() - lastSmall < GIVE_WAY_MS;
  return {
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
