import { z } from "zod";
import { startContestant } from "../contestant.ts";
import { sendEmailThrough } from "../customer.ts";
import { watchEvents } from "../watched-event.ts";
import { broadcast, requireServed } from "./broadcast.ts";
import { type Ground, type Measure, meterCpu } from "./measure.ts";

const Count = z.object({ mails: z.int(), lastAt: z.number() });

/** (d) A mail for every subscriber of the environment, from the request until a mail server has taken the last one. */
export async function measureEmailBroadcast({ stage, customer, sizes }: Ground): Promise<Measure> {
  const sink = await startContestant("contestants/smtp-sink.ts", stage.env);
  const watcher = await watchEvents(stage, customer);
  await sendEmailThrough(customer, await sink.call("port", null, z.int()));
  return {
    name: "d: broadcast by email",
    async round() {
      const before = await sink.call("count", null, Count);
      const cpu = meterCpu(() => ({ ...stage.usage(), sink: sink.usage() }));
      const start = Date.now();
      const transactionId = await broadcast(customer, watcher, customer.workflows.email);
      await requireServed(customer, transactionId, sizes.subscribers);
      const { mails, lastAt } = await sink.call("count", null, Count);
      if (mails - before.mails !== sizes.subscribers) {
        throw new Error(`The mail server got ${mails - before.mails} mails for ${sizes.subscribers} subscribers`);
      }
      await stage.settle();
      return { ...cpu(sizes.subscribers, "email"), "email.rate": sizes.subscribers / ((lastAt - start) / 1000) };
    },
    async close() {
      await watcher.close();
      await sink.stop();
    },
  };
}
