import { setTimeout as sleep } from "node:timers/promises";
import { createFairQueue, type FairQueue } from "./fair-queue.ts";

/** Members of a slice up to which it counts as small. */
const SMALL = 20;
/** Large slices in progress at once in a process, and small ones of one organisation. */
const LARGE_SLICES = 3;
const SMALL_SLICES_OF_ONE = 16;
/**
 * For so long after a small slice, large ones are cut, and processed one at a time after a pause: events for few find
 * processor and database free. The pause is as long as the large slice before it took, so that on a busy machine, too,
 * half of the time is left to others; and it goes on while events for few are under way, but a fifth of the time is for
 * large slices however many of those come.
 */
const GIVE_WAY_MS = 250;
const GATE_PAUSE_MS = 20;
const LONGEST_PAUSE = { timesLastSlice: 4, leastMs: 50, mostMs: 200 };
/** An event that was accepted comes to its slice sooner, or in another process. */
const EXPECTED_MS = 100;
/** For so long after a small slice, inboxes read what it has stored. */
const SETTLING_MS = 10;
/** More than `SMALL`: a cut slice of fewer members would count as small, and wait for nobody. */
const CUT_TO = 30;

/** A slice, as far as it decides about its turn. */
export interface SliceTurn {
  members: number;
  organizationId: string;
  /** Of the workflow: its slices wait for nobody else's. */
  critical: boolean;
}

/**
 * Lets events for few subscribers overtake the slices of broadcasts in the same process, critical workflows overtake others,
 * and organisations take turns.
 */
export interface SliceGate {
  /** Members that a slice may have now. */
  largest(): number;
  /** Notes that this process has accepted an event for one subscriber, whose slice comes within milliseconds. */
  expectSmall(): void;
  /** Does the work when its turn comes, for as many of its members as a slice may have by then. */
  run<T>(turn: SliceTurn, work: (largest: number) => Promise<T>): Promise<T>;
}

export function createSliceGate(): SliceGate {
  const large = createFairQueue(LARGE_SLICES);
  /** One queue for each organisation that has small slices in progress. */
  const small = new Map<string, { queue: FairQueue; slices: number }>();
  let smallInProgress = 0;
  /** When the slices of accepted events are given up at the latest, the earliest first. */
  let expected: number[] = [];
  let lastSmall = Number.NEGATIVE_INFINITY;
  let lastSmallEnd = Number.NEGATIVE_INFINITY;
  let lastLargeMs = 0;
  const givesWay = () => performance.now() - lastSmall < GIVE_WAY_MS;
  const largest = () => (givesWay() ? CUT_TO : Number.POSITIVE_INFINITY);

  return {
    largest,
    expectSmall() {
      lastSmall = performance.now();
      expected.push(lastSmall + EXPECTED_MS);
    },
    async run({ members, organizationId, critical }, work) {
      const turn = { organizationId, urgent: critical };
      if (members <= SMALL) return runSmall(turn, () => work(members));
      large.slots = givesWay() ? 1 : LARGE_SLICES;
      return large.run(turn, async () => {
        if (givesWay()) await pause();
        const begun = performance.now();
        try {
          return await work(largest());
        } finally {
          lastLargeMs = performance.now() - begun;
        }
      });
    },
  };

  async function pause(): Promise<void> {
    const { timesLastSlice, leastMs, mostMs } = LONGEST_PAUSE;
    const until = performance.now() + Math.min(Math.max(timesLastSlice * lastLargeMs, leastMs), mostMs);
    await sleep(Math.min(Math.max(lastLargeMs, GATE_PAUSE_MS), mostMs));
    while (isSmallUnderWay() && performance.now() < until) await sleep(GATE_PAUSE_MS / 4);
  }

  function isSmallUnderWay(): boolean {
    const now = performance.now();
    expected = expected.filter((until) => until > now);
    return smallInProgress > 0 || expected.length > 0 || now - lastSmallEnd < SETTLING_MS;
  }

  async function runSmall<T>(turn: { organizationId: string; urgent: boolean }, work: () => Promise<T>): Promise<T> {
    lastSmall = performance.now();
    expected.shift();
    const own = small.get(turn.organizationId) ?? { queue: createFairQueue(SMALL_SLICES_OF_ONE), slices: 0 };
    small.set(turn.organizationId, own);
    own.slices += 1;
    smallInProgress += 1;
    try {
      // A critical workflow does not wait for a slot, whatever else its organisation sends.
      return await (turn.urgent ? work() : own.queue.run(turn, work));
    } finally {
      smallInProgress -= 1;
      lastSmallEnd = performance.now();
      own.slices -= 1;
      if (own.slices === 0) small.delete(turn.organizationId);
    }
  }
}
