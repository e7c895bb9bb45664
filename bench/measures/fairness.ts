import type { Cleanup } from "../cleanup.ts";
import { watchEvents } from "../event-completion.ts";
import { type Inbox, openInbox } from "../inbox.ts";
import { openLoop } from "../open-loop.ts";
import { percentile } from "../statistics.ts";
import { watchStolenTime } from "../stolen-time.ts";
import { createTestEnvironment, subscriberIdOf, type TestEnvironment } from "../test-environment.ts";
import { requireServed, startBroadcast } from "./broadcast.ts";
import type { Figures, MeasureContext, Round } from "./measure.ts";
import { triggerToSocket } from "./single-triggers.ts";

/** Of the triggers of both kinds together, which take turns. */
const EVERY_MS = 100;
/** More subscribers than triggers are ever in flight: messages to one subscriber would be announced together. */
const RECIPIENTS = 40;
/** Phases without and with the flood take turns in one round, so that both meet the same machine; there are so many at most. */
const PHASES = 8;
/** Latencies that are too few for a percentile: whoever measures on this machine has to do so at another time. */
const TOO_FEW = 100;

interface Sample {
  /** Of `performance.now()`, in milliseconds. */
  start: number;
  latency: number;
}

/**
 * (j) While one organisation floods its 100,000 subscribers with broadcasts: single triggers of another organisation, and
 * critical ones of the same organisation, until the message is at the socket; against the same without the flood. Latencies from times
 * in which the machine's processors were given to others do not count.
 */
export async function measureFairness({ fixture, sizes, cleanup }: MeasureContext): Promise<Round> {
  const flooding = await createTestEnvironment(fixture, { organization: "Flooding", subscribers: sizes.flood });
  const other = await createTestEnvironment(fixture, { organization: "Quiet", subscribers: RECIPIENTS });
  const completion = await watchEvents(fixture, flooding, cleanup);
  const { inApp } = flooding.workflows;

  const inboxesOf = (environment: TestEnvironment, roundCleanup: Cleanup) =>
    Promise.all(
      Array.from({ length: RECIPIENTS }, (_, index) =>
        openInbox(fixture, environment, subscriberIdOf(index), roundCleanup),
      ),
    );
  const trigger = (environment: TestEnvironment, workflow: string, inboxes: readonly Inbox[], index: number) => {
    const recipient = index % RECIPIENTS;
    return triggerToSocket(environment, { workflow, to: subscriberIdOf(recipient), inbox: inboxes[recipient] });
  };

  return async (roundCleanup) => {
    const [others, own] = [await inboxesOf(other, roundCleanup), await inboxesOf(flooding, roundCleanup)];
    const samples: Record<"other" | "critical", Record<"idle" | "flood", Sample[]>> = {
      other: { idle: [], flood: [] },
      critical: { idle: [], flood: [] },
    };
    const stolenTime = watchStolenTime();
    roundCleanup.defer(() => stolenTime.close());
    const triggers = (phase: "idle" | "flood") =>
      openLoop({ tasks: sizes.criticalTriggers, everyMs: EVERY_MS, signal: cleanup.signal }, async (index) => {
        const turn = Math.floor(index / 2);
        const kind = index % 2 === 0 ? "other" : "critical";
        const start = performance.now();
        const latency = await (kind === "other"
          ? trigger(other, other.workflows.inApp, others, turn)
          : trigger(flooding, flooding.workflows.critical, own, turn));
        samples[kind][phase].push({ start, latency });
      });
    const isWhole = ({ start, latency }: Sample) => stolenTime.isWhole(start, start + latency);
    const counted = () =>
      Object.values(samples).flatMap(({ idle, flood }) => [idle.filter(isWhole).length, flood.filter(isWhole).length]);
    let served = 0;
    let seconds = 0;
    for (let phase = 0; phase < PHASES && Math.min(...counted()) < sizes.floodedTriggers; phase++) {
      await fixture.waitUntilIdle();
      await triggers("idle");
      await fixture.waitUntilIdle();
      const start = performance.now();
      let isDone = false;
      const loaded = triggers("flood").finally(() => {
        isDone = true;
      });
      // Awaited below; until then a failure is not unhandled.
      loaded.catch(() => {});
      // Floods follow each other until there are enough latencies.
      while (!isDone) {
        const transactionId = await startBroadcast(flooding, inApp);
        await completion.completed(inApp, transactionId);
        await requireServed(flooding, transactionId, sizes.flood);
        served += sizes.flood;
      }
      seconds += (performance.now() - start) / 1000;
      await loaded;
    }
    const made = Object.values(samples).flatMap(({ idle, flood }) => [...idle, ...flood]);
    const whole = made.filter(isWhole).length;
    const figures: Figures = {
      "fairness.flood.rate": served / seconds,
      "fairness.counted": (100 * whole) / made.length,
    };
    if (Math.min(...counted()) < Math.min(TOO_FEW, sizes.floodedTriggers / 4)) {
      throw new Error(
        `The machine's processors were given to others for so long that only ${whole} of ${made.length} ` +
          "latencies count: measure again when its host is less busy",
      );
    }
    for (const [kind, each] of Object.entries(samples)) {
      const idle = each.idle.filter(isWhole).map(({ latency }) => latency);
      const flood = each.flood.filter(isWhole).map(({ latency }) => latency);
      Object.assign(figures, {
        [`fairness.${kind}.idle.p50`]: percentile(idle, 0.5),
        [`fairness.${kind}.idle.p99`]: percentile(idle, 0.99),
        [`fairness.${kind}.flood.p50`]: percentile(flood, 0.5),
        [`fairness.${kind}.flood.p99`]: percentile(flood, 0.99),
      });
    }
    return figures;
  };
}
