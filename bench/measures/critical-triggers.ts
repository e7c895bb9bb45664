import { watchEvents } from "../event-completion.ts";
import { openInbox } from "../inbox.ts";
import { openLoop } from "../open-loop.ts";
import { percentile } from "../statistics.ts";
import { createTestEnvironment, subscriberIdOf } from "../test-environment.ts";
import { requireServed, startBroadcast } from "./broadcast.ts";
import type { MeasureContext, Round } from "./measure.ts";
import { triggerToSocket } from "./single-triggers.ts";

/** Less than half of what single triggers reach on two cores, so that a queue has another cause than these triggers. */
const EVERY_MS = 50;
/** More subscribers than triggers are ever in flight: messages to one subscriber would be announced together. */
const RECIPIENTS = 40;

/**
 * (h) Critical triggers for one subscriber's in-app message, one every 50 ms, until the message is at the socket: first
 * while nothing else happens, then while a broadcast to everybody in the same environment runs.
 */
export async function measureCriticalTriggers({ fixture, sizes, cleanup }: MeasureContext): Promise<Round> {
  const subscribers = sizes.largeBroadcast;
  const environment = await createTestEnvironment(fixture, { organization: "Large broadcasts", subscribers });
  const completion = await watchEvents(fixture, environment, cleanup);
  const { critical, inApp } = environment.workflows;

  return async (roundCleanup) => {
    const inboxes = await Promise.all(
      Array.from({ length: RECIPIENTS }, (_, index) =>
        openInbox(fixture, environment, subscriberIdOf(index), roundCleanup),
      ),
    );
    const triggers = () =>
      openLoop({ tasks: sizes.criticalTriggers, everyMs: EVERY_MS, signal: cleanup.signal }, (index) => {
        const recipient = index % RECIPIENTS;
        const to = subscriberIdOf(recipient);
        return triggerToSocket(environment, { workflow: critical, to, inbox: inboxes[recipient] });
      });

    await fixture.waitUntilIdle();
    const idle = await triggers();
    await fixture.waitUntilIdle();

    const start = performance.now();
    let transactionId = await startBroadcast(environment, inApp);
    let isDone = false;
    const loaded = triggers().finally(() => {
      isDone = true;
    });
    // Awaited below; until then a failure is not unhandled.
    loaded.catch(() => {});
    // Broadcasts follow each other until there are enough latencies.
    let broadcasts = 0;
    for (;;) {
      await completion.completed(inApp, transactionId);
      broadcasts += 1;
      await requireServed(environment, transactionId, subscribers);
      if (isDone) break;
      transactionId = await startBroadcast(environment, inApp);
    }
    const seconds = (performance.now() - start) / 1000;
    const latencies = await loaded;
    return {
      "critical.idle.p50": percentile(idle, 0.5),
      "critical.idle.p99": percentile(idle, 0.99),
      "critical.loaded.p50": percentile(latencies, 0.5),
      "critical.loaded.p99": percentile(latencies, 0.99),
      "critical.broadcast.rate": (broadcasts * subscribers) / seconds,
    };
  };
}
