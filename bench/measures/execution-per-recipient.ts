import { z } from "zod";
import { startSubprocess } from "../subprocess.ts";
import { IN_APP_TEMPLATE, PAYLOAD, subscriberIdOf } from "../test-environment.ts";
import { type MeasureContext, type Round, startCpuMeter } from "./measure.ts";

const Served = z.object({ seconds: z.number() });

/** (e) The same in-app message by an execution per recipient. */
export async function measureExecutionPerRecipient({
  fixture,
  environment,
  sizes,
  cleanup,
}: MeasureContext): Promise<Round> {
  const subprocess = await startSubprocess("execution-per-recipient/worker.ts", fixture.env, cleanup);
  const { scope, workflows } = environment;
  const serve = (recipients: number) => {
    const subscriberIds = Array.from({ length: recipients }, (_, index) => subscriberIdOf(index));
    const input = { scope, workflow: workflows.inApp, template: IN_APP_TEMPLATE, payload: PAYLOAD, subscriberIds };
    return subprocess.call("broadcast", input, Served);
  };
  await serve(20);
  return async () => {
    const cpu = startCpuMeter(() => {
      const { temporal, postgres } = fixture.usage();
      return { worker: subprocess.usage(), temporal, postgres };
    });
    const { seconds } = await serve(sizes.executionsPerRecipient);
    await fixture.waitUntilIdle();
    return {
      ...cpu(sizes.executionsPerRecipient, "perRecipient"),
      "perRecipient.rate": sizes.executionsPerRecipient / seconds,
    };
  };
}
