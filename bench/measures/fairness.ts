import { watchEvents } from "../event-completion.ts";
import { type Inbox, openInbox } from "../inbox.ts";
import { openLoop } from "../open-loop.ts";
import { percentile } from "../statistics.ts";
import { createTestEnvironment, subscriberIdOf, type TestEnvironment } from "../test-environment.ts";
import { requireServed, startBroadcast } from "./broadcast.ts";
import type { Figures, Measure, MeasureContext } from "./measure.ts";
import { triggerToSocket } from "./single-triggers.ts";

/** Of the triggers of both kinds together, which take turns. */
const EVERY_MS = 100;
/** More subscribers than triggers are ever in flight: messages to one subscriber would be announced together. */
const RECIPIENTS = 40;
/** Phases without and with the flood that take turns in one round, so that both meet the same machine. */
const PHASES = 2;

/**
 * (j) While one organisation floods its 100,000 subscribers with broadcasts: single triggers of another organisation, and
 * critical ones of the same organisation, until the message is at the socket; against the same without the flood.
 */
export async function measureFairness({ fixture, sizes }: Pick<MeasureContext, "fixture" | "sizes">): Promise<Measure> {
  const flooding = await createTestEnvironment(fixture, { organization: "Flooding", subscribers: sizes.flood });
  const other = await createTestEnvironment(fixture, { organization: "Quiet", subscribers: RECIPIENTS });
  const completion = await watchEvents(fixture, flooding);
  const { inApp } = flooding.workflows;

  const inboxesOf = (environment: TestEnvironment) =>
    Promise.all(
      Array.from({ length: RECIPIENTS }, (_, index) => openInbox(fixture, environment, subscriberIdOf(index))),
    );
  const trigger = (environment: TestEnvironment, workflow: string, inboxes: readonly Inbox[], index: number) => {
    const recipient = index % RECIPIENTS;
    return triggerToSocket(environment, { workflow, to: subscriberIdOf(recipient), inbox: inboxes[recipient] });
  };

  return {
    name: "j: another organisation, and critical triggers, during a flood",
    async round() {
      const [others, own] = [await inboxesOf(other), await inboxesOf(flooding)];
      const latencies = { other: { idle: [], flood: [] }, critical: { idle: [], flood: [] } } as {
        [Kind in "other" | "critical"]: { idle: number[]; flood: number[] };
      };
      const triggers = (phase: "idle" | "flood") =>
        openLoop({ tasks: (2 * sizes.criticalTriggers) / PHASES, everyMs: EVERY_MS }, async (index) => {
          const turn = Math.floor(index / 2);
          if (index % 2 === 0) {
            latencies.other[phase].push(await trigger(other, other.workflows.inApp, others, turn));
          } else {
            latencies.critical[phase].push(await trigger(flooding, flooding.workflows.critical, own, turn));
          }
        });
      let served = 0;
      let seconds = 0;
      for (let phase = 0; phase < PHASES; phase++) {
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
      for (const inbox of [...others, ...own]) inbox.close();
      const figures: Figures = { "fairness.flood.rate": served / seconds };
      for (const [kind, { idle, flood }] of Object.entries(latencies)) {
        Object.assign(figures, {
          [`fairness.${kind}.idle.p50`]: percentile(idle, 0.5),
          [`fairness.${kind}.idle.p99`]: percentile(idle, 0.99),
          [`fairness.${kind}.flood.p50`]: percentile(flood, 0.5),
          [`fairness.${kind}.flood.p99`]: percentile(flood, 0.99),
        });
      }
      return figures;
    },
    close: () => completion.close(),
  };
}
