import type { Deps } from "./deps.ts";
import { fireSchedules } from "./fire-schedules.ts";
import { stopOwned } from "./stop-owned.ts";
import { runPasses } from "./upkeep/pass.ts";
import { passesOf } from "./upkeep/passes.ts";

/**
 * Looks for lost work, by passes that do not depend on each other: docs/decisions/066-upkeep.md. Says when the next look is due
 * (milliseconds since 1970): at once when one of them has left something.
 */
export const reconcile = (deps: Deps) => {
  const { clock, durations, logger } = deps;
  const passes = passesOf(deps, { stop: stopOwned(deps), fire: fireSchedules(deps) });
  return async (): Promise<{ stopped: number; started: number; nextDueAt: number }> => {
    const began = clock().getTime();
    const { stopped, started, more } = await runPasses(deps, passes);
    if (stopped + started > 0) logger.warn({ stopped, started }, "executions reconciled");
    return { stopped, started, nextDueAt: more ? began : began + durations.reconciliation };
  };
};
