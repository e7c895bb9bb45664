import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { startContestant } from "../contestant.ts";
import { percentile } from "../statistics.ts";
import { type Ground, type Measure, meterCpu } from "./measure.ts";

const Run = z.object({ seconds: z.number(), results: z.array(z.number()) });

/** (a) What Temporal itself takes on this machine: bare executions with one local activity, started eagerly. */
export async function measureFloor({ stage, sizes }: Ground): Promise<Measure> {
  const floor = await startContestant("contestants/floor.ts", stage.env);
  const run = (tasks: number, inFlight: number) => floor.call("run", { tasks, inFlight }, Run);
  await run(sizes.idle, sizes.inFlight);

  return {
    name: "a: bare executions",
    async round() {
      const idle: number[] = [];
      for (let count = 0; count < sizes.idle; count++) {
        idle.push(...(await run(1, 1)).results);
        await sleep(10);
      }
      const cpu = meterCpu(() => ({ worker: floor.usage(), temporal: stage.usage().temporal }));
      const { seconds, results } = await run(sizes.executions, sizes.inFlight);
      await stage.settle();
      return {
        ...cpu(sizes.executions, "floor"),
        "floor.rate": sizes.executions / seconds,
        "floor.idle.p50": percentile(idle, 0.5),
        "floor.idle.p99": percentile(idle, 0.99),
        "floor.loaded.p50": percentile(results, 0.5),
        "floor.loaded.p99": percentile(results, 0.99),
      };
    },
    close: () => floor.stop(),
  };
}
