import { z } from "zod";
import { startSubprocess } from "../subprocess.ts";
import { subscriberIdOf } from "../test-environment.ts";
import type { MeasureContext, Round } from "./measure.ts";

const Inserted = z.object({ seconds: z.number() });

/** The reference for (c) and (d): the rows of in-app deliveries, inserted many at a time by a process of its own. */
export async function measureBareRows({ fixture, environment, sizes, cleanup }: MeasureContext): Promise<Round> {
  const subprocess = await startSubprocess("processes/bare-rows.ts", fixture.env, cleanup);
  const subscriberIds = Array.from({ length: sizes.subscribers }, (_, index) => subscriberIdOf(index));
  const { scope, workflows } = environment;
  return async () => {
    const input = { scope, workflow: workflows.inApp, subscriberIds };
    const { seconds } = await subprocess.call("insert", input, Inserted);
    await fixture.waitUntilIdle();
    return { "bareRows.rate": sizes.subscribers / seconds };
  };
}
