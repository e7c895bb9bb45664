import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { percentile } from "../statistics.ts";
import { startSubprocess } from "../subprocess.ts";
import { IDLE_PAUSE_MS, type MeasureContext, type Round, startCpuMeter } from "./measure.ts";

const Run = z.object({ seconds: z.number(), results: z.array(z.number()) });

/** (a) Bare executions of Temporal with one local activity, started eagerly: the reference for single triggers. */
export async function measureBareExecutions({ fixture, sizes, cleanup }: MeasureContext): Promise<Round> {
  const subprocess = await startSubprocess("processes/bare-executions.ts", fixture.env, cleanup);
  const run = (tasks: number, inFlight: number) => subprocess.call("run", { tasks, inFlight }, Run);
  await run(sizes.idle, sizes.inFlight);

  return async () => {
    const idle: number[] = [];
    for (let count = 0; count < sizes.idle; count++) {
      idle.push(...(await run(1, 1)).results);
      await sleep(IDLE_PAUSE_MS);
    }
    const cpu = startCpuMeter(() => ({ worker: subprocess.usage(), temporal: fixture.usage().temporal }));
    const { seconds, results } = await run(sizes.executions, sizes.inFlight);
    await fixture.waitUntilIdle();
    return {
      ...cpu(sizes.executions, "bareExecutions"),
      "bareExecutions.rate": sizes.executions / seconds,
      "bareExecutions.idle.p50": percentile(idle, 0.5),
      "bareExecutions.idle.p99": percentile(idle, 0.99),
      "bareExecutions.loaded.p50": percentile(results, 0.5),
      "bareExecutions.loaded.p99": percentile(results, 0.99),
    };
  };
}
