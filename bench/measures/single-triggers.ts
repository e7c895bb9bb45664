import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { type Cleanup, withCleanup } from "../cleanup.ts";
import { closedLoop } from "../closed-loop.ts";
import { type Inbox, openInbox } from "../inbox.ts";
import { percentile } from "../statistics.ts";
import { PAYLOAD, subscriberIdOf, type TestEnvironment } from "../test-environment.ts";
import { IDLE_PAUSE_MS, type MeasureContext, type Round, startCpuMeter } from "./measure.ts";

/** (b) One trigger over HTTP for one subscriber's in-app message, until the message is at the subscriber's socket. */
export async function measureSingleTriggers({ fixture, environment, sizes, cleanup }: MeasureContext): Promise<Round> {
  // As many subscribers as triggers in flight: messages to one subscriber would be announced together.
  const subscribers = Array.from({ length: sizes.inFlight }, (_, slot) => subscriberIdOf(slot));
  const openAll = (cleanup: Cleanup) =>
    Promise.all(subscribers.map((id) => openInbox(fixture, environment, id, cleanup)));
  const { inFlight } = sizes;
  const { signal } = cleanup;
  const trigger = (inbox: Inbox | undefined, slot: number) =>
    triggerToSocket(environment, { workflow: environment.workflows.inApp, to: subscriberIdOf(slot), inbox });

  await withCleanup(async (cleanup) => {
    const inboxes = await openAll(cleanup);
    await closedLoop({ tasks: sizes.idle, inFlight, signal }, (slot) => trigger(inboxes[slot], slot));
  });

  return async (roundCleanup) => {
    const inboxes = await openAll(roundCleanup);
    await fixture.waitUntilIdle();
    const idle: number[] = [];
    for (let count = 0; count < sizes.idle; count++) {
      idle.push(await trigger(inboxes[0], 0));
      await sleep(IDLE_PAUSE_MS);
    }
    const cpu = startCpuMeter(fixture.usage);
    const { seconds, results } = await closedLoop({ tasks: sizes.executions, inFlight, signal }, (slot) =>
      trigger(inboxes[slot], slot),
    );
    await fixture.waitUntilIdle();
    return {
      ...cpu(sizes.executions, "single"),
      "single.rate": sizes.executions / seconds,
      "single.idle.p50": percentile(idle, 0.5),
      "single.idle.p99": percentile(idle, 0.99),
      "single.loaded.p50": percentile(results, 0.5),
      "single.loaded.p99": percentile(results, 0.99),
    };
  };
}

/** Triggers a workflow for one subscriber. Returns the milliseconds from the request to the message at the socket. */
export async function triggerToSocket(
  { api }: TestEnvironment,
  { workflow, to, inbox }: { workflow: string; to: string; inbox: Inbox | undefined },
): Promise<number> {
  const transactionId = randomUUID();
  const start = performance.now();
  const arrival = inbox?.arrival(transactionId);
  const request = api.post("/events/trigger", { name: workflow, to, payload: PAYLOAD, transactionId });
  const [arrived = Number.NaN] = await Promise.all([arrival, request]);
  return arrived - start;
}
