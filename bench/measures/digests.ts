import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import postgres from "postgres";
import { watchEvents } from "../event-completion.ts";
import { PAYLOAD, subscriberIdOf } from "../test-environment.ts";
import { type Figures, type Measure, type MeasureContext, startCpuMeter } from "./measure.ts";

/** Events that are collected for each subscriber. */
const EVENTS = 10;

/**
 * (i) Events that a digest collects for many subscribers: from the first request until all have joined their window, and how
 * late the last message is after the windows end. `digest.rate` counts an event once for each subscriber.
 */
export async function measureDigests({ fixture, environment, sizes }: MeasureContext): Promise<Measure> {
  const { api, scope, workflows } = environment;
  const completion = await watchEvents(fixture, environment);
  const sql = postgres(fixture.databaseUrl, { max: 1 });
  const to = Array.from({ length: sizes.digestSubscribers }, (_, index) => subscriberIdOf(index));
  const joins = EVENTS * to.length;

  /** How many messages stand for all events. */
  const messages = async (): Promise<number> => {
    const [row] = await sql<{ count: number }[]>`
      select count(*)::int as count from messages
      where environment_id = ${scope.environmentId} and template_identifier = ${workflows.digest}
        and content = ${`${EVENTS} orders`}`;
    return row?.count ?? 0;
  };

  return {
    name: "i: digests",
    async round() {
      const before = await messages();
      const cpu = startCpuMeter(fixture.usage);
      const ids = Array.from({ length: EVENTS }, () => randomUUID());
      const start = performance.now();
      for (const transactionId of ids) {
        await api.post("/events/trigger", { name: workflows.digest, to, payload: PAYLOAD, transactionId });
      }
      // All but the first are merged, so that their executions end when they have joined.
      const [first = "", ...merged] = ids;
      await Promise.all(merged.map((transactionId) => completion.completed(workflows.digest, transactionId)));
      const joined = performance.now();
      await completion.completed(workflows.digest, first);
      const figures: Figures = {
        "digest.rate": joins / ((joined - start) / 1000),
        "digest.late": performance.now() - start - sizes.digestSeconds * 1000,
      };
      while ((await messages()) - before < to.length) {
        if (performance.now() - joined > 60_000) throw new Error(`Only ${await messages()} digests were complete`);
        await sleep(100);
      }
      await fixture.waitUntilIdle();
      return { ...figures, ...cpu(joins, "digest") };
    },
    async close() {
      await completion.close();
      await sql.end();
    },
  };
}
