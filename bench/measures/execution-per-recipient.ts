import { z } from "zod";
import { startContestant } from "../contestant.ts";
import { IN_APP_TEMPLATE, PAYLOAD, subscriberIdOf } from "../customer.ts";
import { type Ground, type Measure, meterCpu } from "./measure.ts";

const Served = z.object({ seconds: z.number() });

/** (e) The same in-app message by an execution per recipient. */
export async function measureNaive({ stage, customer, sizes }: Ground): Promise<Measure> {
  const worker = await startContestant("naive/worker.ts", stage.env);
  const { scope, workflows } = customer;
  const serve = (recipients: number) => {
    const subscriberIds = Array.from({ length: recipients }, (_, index) => subscriberIdOf(index));
    const input = { scope, workflow: workflows.inApp, template: IN_APP_TEMPLATE, payload: PAYLOAD, subscriberIds };
    return worker.call("broadcast", input, Served);
  };
  await serve(20);
  return {
    name: "e: execution per recipient",
    async round() {
      const cpu = meterCpu(() => ({
        worker: worker.usage(),
        temporal: stage.usage().temporal,
        postgres: stage.usage().postgres,
      }));
      const { seconds } = await serve(sizes.naiveRecipients);
      await stage.settle();
      return { ...cpu(sizes.naiveRecipients, "naive"), "naive.rate": sizes.naiveRecipients / seconds };
    },
    close: () => worker.stop(),
  };
}
