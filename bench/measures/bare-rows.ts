import { z } from "zod";
import { startContestant } from "../contestant.ts";
import { subscriberIdOf } from "../customer.ts";
import type { Ground, Measure } from "./measure.ts";

const Inserted = z.object({ seconds: z.number() });

/** What (c) is compared with: the rows of the same deliveries, inserted many at a time by a process that does no more. */
export async function measureBareRows({ stage, customer, sizes }: Ground): Promise<Measure> {
  const writer = await startContestant("contestants/bare-rows.ts", stage.env);
  const subscriberIds = Array.from({ length: sizes.subscribers }, (_, index) => subscriberIdOf(index));
  const { scope, workflows } = customer;
  return {
    name: "c: bare inserts",
    async round() {
      const { seconds } = await writer.call("insert", { scope, workflow: workflows.inApp, subscriberIds }, Inserted);
      await stage.settle();
      return { "bare.rate": sizes.subscribers / seconds };
    },
    close: () => writer.stop(),
  };
}
