import { watchEvents } from "../event-completion.ts";
import { broadcast, requireServed } from "./broadcast.ts";
import { type MeasureContext, type Round, startCpuMeter } from "./measure.ts";

/** (d) A mail for every subscriber of the environment, from the request until a local mail server has taken the last one. */
export async function measureEmailBroadcast(context: MeasureContext): Promise<Round> {
  const { fixture, environment, mailSink, sizes, cleanup } = context;
  const completion = await watchEvents(fixture, environment, cleanup);
  return async () => {
    await mailSink.reset();
    const cpu = startCpuMeter(() => ({ ...fixture.usage(), sink: mailSink.usage() }));
    const start = Date.now();
    const transactionId = await broadcast(environment, completion, environment.workflows.email);
    await requireServed(environment, transactionId, sizes.subscribers);
    const { mails, recipients, lastAt } = await mailSink.count();
    if (mails !== sizes.subscribers || recipients !== sizes.subscribers) {
      throw new Error(`${sizes.subscribers} subscribers got ${mails} mails at ${recipients} addresses`);
    }
    await fixture.waitUntilIdle();
    return {
      ...cpu(sizes.subscribers, "email"),
      "email.rate": sizes.subscribers / ((lastAt - start) / 1000),
    };
  };
}
