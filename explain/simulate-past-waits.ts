import type { Database } from "#db/client.ts";
import { type PastRun, pastRuns } from "#db/queries/events/past-runs.ts";
import type { Scope } from "#db/scope.ts";
import { localStartAt } from "#domain/times/local-start.ts";
import { pathsOf, type ReachingRun, type SimulatedStep, simulateWait, type WaitOutcome } from "./simulate-wait.ts";

export interface PastWaitsInput extends SimulatedStep {
  scope: Scope;
  workflowId: string;
  since: Date;
}

/** The outcome of a step for the newest events since a moment. */
export interface PastWaits extends WaitOutcome {
  from: Date;
  events: number;
  runs: Date[];
  isCut: boolean;
}

/** Events that are read, and runs of them. */
const EVENTS_MAX = 10_000;
const SIMULATED_WAITS = 20_000;
const PAGE = 500;
/** The time after which no further page is read. */
const READING_MS = 4_000;

/** Goes through earlier events of a workflow with a step. Of their payloads, only what the step takes from them is read. */
export async function simulatePastWaits(
  { db }: { db: Database },
  { scope, workflowId, since, ...step }: PastWaitsInput,
): Promise<PastWaits> {
  const started = performance.now();
  const paths = pathsOf(step);
  const runs: ReachingRun[] = [];
  const read = { events: 0, isCut: false, from: since };
  let before: Pick<PastRun, "eventId" | "eventTime"> | undefined;
  for (;;) {
    const wanted = Math.min(PAGE, EVENTS_MAX - read.events);
    const most = SIMULATED_WAITS - runs.length + 1;
    const filter = { workflowId, since, before, keyPath: paths.key, momentPath: paths.moment };
    const page = await pastRuns(db, scope, { ...filter, events: Math.max(wanted, 1), runs: most });
    if (page.length === 0) break;
    const last = page.at(-1);
    if (wanted === 0) {
      read.isCut = true;
      break;
    }
    // The last event may have more runs than there is room for.
    const isFull = page.length === most;
    const whole = isFull ? page.filter(({ eventId }) => eventId !== last?.eventId) : page;
    const taken = whole.length === 0 ? page : whole;
    for (const { at, subscriberId, ...row } of taken) {
      if (at === null || subscriberId === null) continue;
      const { localStart, timezone } = row;
      const created = new Date(at);
      runs.push({ ...row, at: localStart ? localStartAt(localStart, timezone, created) : created, subscriberId });
    }
    const eventIds = new Set(taken.map(({ eventId }) => eventId));
    read.events += eventIds.size;
    before = taken.at(-1);
    if (isFull || performance.now() - started > READING_MS) {
      read.isCut = isFull || eventIds.size === wanted;
      break;
    }
    if (eventIds.size < wanted) break;
  }
  if (read.isCut && before) read.from = new Date(before.eventTime);
  runs.sort((a, b) => a.at.getTime() - b.at.getTime());
  return { ...(await simulateWait(step, runs)), ...read, runs: runs.map(({ at }) => at) };
}
