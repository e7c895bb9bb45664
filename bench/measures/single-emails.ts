import { setTimeout as sleep } from "node:timers/promises";
import { closedLoop } from "../closed-loop.ts";
import { percentile } from "../statistics.ts";
import { addressOf, PAYLOAD, subscriberIdOf } from "../test-environment.ts";
import { IDLE_PAUSE_MS, type MeasureContext, type Round, startCpuMeter } from "./measure.ts";

/** (g) One trigger over HTTP for one subscriber's email, until a local mail server has taken the mail. */
export async function measureSingleEmails(context: MeasureContext): Promise<Round> {
  const { fixture, environment, mailSink, sizes, cleanup } = context;
  /** Returns a function that triggers one email for a slot's subscriber and returns the milliseconds until it arrived. */
  const createTrigger = () => {
    const mails = new Map<number, number>();
    return async (slot: number): Promise<number> => {
      const count = (mails.get(slot) ?? 0) + 1;
      mails.set(slot, count);
      const arrival = mailSink.arrival(addressOf(slot), count).then(() => performance.now());
      const start = performance.now();
      const event = { name: environment.workflows.email, to: subscriberIdOf(slot), payload: PAYLOAD };
      const [arrived] = await Promise.all([arrival, environment.api.post("/events/trigger", event)]);
      return arrived - start;
    };
  };

  return async () => {
    await mailSink.reset();
    const trigger = createTrigger();
    const idle: number[] = [];
    for (let count = 0; count < sizes.idle; count++) {
      idle.push(await trigger(0));
      await sleep(IDLE_PAUSE_MS);
    }
    const cpu = startCpuMeter(() => ({ ...fixture.usage(), sink: mailSink.usage() }));
    const { seconds, results } = await closedLoop(
      { tasks: sizes.executions, inFlight: sizes.inFlight, signal: cleanup.signal },
      trigger,
    );
    await fixture.waitUntilIdle();
    const { mails } = await mailSink.count();
    if (mails !== sizes.idle + sizes.executions) {
      throw new Error(`The mail server got ${mails} mails for ${sizes.idle + sizes.executions} triggers`);
    }
    return {
      ...cpu(sizes.executions, "singleEmail"),
      "singleEmail.rate": sizes.executions / seconds,
      "singleEmail.idle.p50": percentile(idle, 0.5),
      "singleEmail.idle.p99": percentile(idle, 0.99),
      "singleEmail.loaded.p50": percentile(results, 0.5),
      "singleEmail.loaded.p99": percentile(results, 0.99),
    };
  };
}
