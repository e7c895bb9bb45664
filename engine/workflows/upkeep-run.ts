import {
  condition,
  continueAsNew,
  isCancellation,
  log,
  proxyActivities,
  setHandler,
  workflowInfo,
} from "@temporalio/workflow";
import type { Activities } from "#activities/index.ts";
import { type UpkeepTask, upkeepSignal } from "../messages.ts";
import { upkeep } from "../policies.ts";
import { sleepUntil } from "./sleep-until.ts";

const { fireSchedules, reconcile } = proxyActivities<Activities>(upkeep.activities);

/** Does what is due, and says when the next is (milliseconds since 1970); null when nothing is. */
type DoDue = () => Promise<{ nextDueAt: number | null }>;

/**
 * Fires the customers' schedules when they are due, and looks for lost work every minute, for as long as there is an
 * installation. Postgres knows what is due; whoever stores something that is due sooner says so by a signal. Each worker
 * sees to it that this execution runs.
 */
export async function upkeepRun(): Promise<void> {
  const asked = new Set<UpkeepTask>();
  setHandler(upkeepSignal, (task) => {
    asked.add(task);
  });
  await Promise.all([
    follow("schedules", fireSchedules, "the next schedule"),
    follow("reconciliation", reconcile, "the next look for lost work"),
  ]);
  await continueAsNew<typeof upkeepRun>();

  async function follow(task: UpkeepTask, doDue: DoDue, summary: string): Promise<void> {
    const isAsked = () => asked.has(task) || isLong();
    do {
      asked.delete(task);
      const nextDueAt = await doOrWait(doDue);
      if (nextDueAt === null) await condition(isAsked);
      else await sleepUntil(Math.max(nextDueAt, Date.now() + upkeep.leastWait), summary, isAsked);
    } while (!isLong());
  }
}

/** Both parts end their rounds, so that the execution can go on as a new one. */
const isLong = (): boolean => workflowInfo().continueAsNewSuggested;

/** Nothing ends the upkeep: a part that fails for good today may succeed tomorrow. */
async function doOrWait(doDue: DoDue): Promise<number | null> {
  try {
    return (await doDue()).nextDueAt;
  } catch (error) {
    if (isCancellation(error)) throw error;
    log.warn("a part of the upkeep failed", { error });
    return Date.now() + upkeep.afterFailure;
  }
}
