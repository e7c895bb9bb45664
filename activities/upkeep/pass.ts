import pLimit from "p-limit";
import { bounds } from "#engine/policies.ts";
import type { SliceDeps } from "../slice/slice-deps.ts";

export interface Pass {
  name: string;
  /** Does as much as its time allows, in portions. Returns what became of it. */
  run(look: Look): Promise<Found>;
}

export interface Look {
  now: Date;
  /** The moment before which something was due that is overdue. */
  overdue: Date;
  /** Whether the pass may begin another portion. */
  hasTime(): boolean;
}

export interface Found {
  /** Whether something is left that the next look should not wait for. */
  more?: boolean;
  started?: number;
  stopped?: number;
}

/** Runs all passes, each by itself: one that fails, or takes its whole time, keeps none of the others back. */
export async function runPasses(
  { clock, durations, logger }: Pick<SliceDeps, "clock" | "durations" | "logger">,
  passes: readonly Pass[],
  budgetMs = bounds.passes.budget,
): Promise<Required<Found>> {
  const limit = pLimit(bounds.passes.together);
  const found = await Promise.all(passes.map((pass) => limit(() => runAlone(pass))));
  return {
    more: found.some(({ more }) => more === true),
    started: found.reduce((sum, { started = 0 }) => sum + started, 0),
    stopped: found.reduce((sum, { stopped = 0 }) => sum + stopped, 0),
  };

  async function runAlone({ name, run }: Pass): Promise<Found> {
    const now = clock();
    const deadline = performance.now() + budgetMs;
    try {
      return await run({
        now,
        overdue: new Date(now.getTime() - durations.overdue),
        hasTime: () => performance.now() < deadline,
      });
    } catch (err) {
      // The next look comes in a minute; what is lost is still lost then.
      logger.warn({ err, pass: name }, "a pass of the reconciler failed");
      return {};
    }
  }
}
