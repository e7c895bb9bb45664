import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { closedLoop } from "../closed-loop.ts";
import { inboxToken, PAYLOAD, subscriberIdOf } from "../customer.ts";
import { type Inbox, openInbox } from "../inbox.ts";
import { percentile } from "../statistics.ts";
import { type Ground, type Measure, meterCpu } from "./measure.ts";

/** (b) One trigger over HTTP for one subscriber's in-app message, until the message is at the subscriber's socket. */
export async function measureSingleTriggers({ stage, customer, sizes }: Ground): Promise<Measure> {
  // As many subscribers as triggers in flight: messages to one and the same would be reported together.
  const slots = Array.from({ length: sizes.inFlight }, (_, slot) => subscriberIdOf(slot));
  const openAll = () =>
    Promise.all(slots.map(async (id) => openInbox(stage.url, await inboxToken(customer, stage.url, id))));

  /** Returns the milliseconds from the request to the message at the socket. */
  const trigger = async (inbox: Inbox | undefined, slot: number): Promise<number> => {
    const transactionId = randomUUID();
    const start = performance.now();
    const arrival = inbox?.arrival(transactionId);
    const event = { name: customer.workflows.inApp, to: slots[slot], payload: PAYLOAD, transactionId };
    const [arrived = Number.NaN] = await Promise.all([arrival, customer.api.post("/events/trigger", event)]);
    return arrived - start;
  };

  const warm = await openAll();
  await closedLoop({ tasks: sizes.idle, inFlight: sizes.inFlight }, (slot) => trigger(warm[slot], slot));
  for (const inbox of warm) inbox.close();

  return {
    name: "b: single triggers",
    async round() {
      const inboxes = await openAll();
      await stage.settle();
      const idle: number[] = [];
      for (let count = 0; count < sizes.idle; count++) {
        idle.push(await trigger(inboxes[0], 0));
        await sleep(10);
      }
      const cpu = meterCpu(stage.usage);
      const { seconds, results } = await closedLoop({ tasks: sizes.executions, inFlight: sizes.inFlight }, (slot) =>
        trigger(inboxes[slot], slot),
      );
      await stage.settle();
      const figures = {
        ...cpu(sizes.executions, "single"),
        "single.rate": sizes.executions / seconds,
        "single.idle.p50": percentile(idle, 0.5),
        "single.idle.p99": percentile(idle, 0.99),
        "single.loaded.p50": percentile(results, 0.5),
        "single.loaded.p99": percentile(results, 0.99),
      };
      for (const inbox of inboxes) inbox.close();
      return figures;
    },
  };
}
