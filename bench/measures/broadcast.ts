import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { type Customer, PAYLOAD } from "../customer.ts";
import { type Ground, type Measure, meterCpu } from "./measure.ts";

/** Asking costs the server something as well, so the answer is up to this old: it counts against us. */
const POLL_MS = 200;
const MEMORY_LOOK_MS = 250;
const MEBIBYTE = 1024 * 1024;

const Standing = z.object({
  data: z.object({ state: z.string(), runs: z.int(), jobs: z.record(z.string(), z.int()) }),
});

/** (c) An in-app message for every subscriber of the environment, from the request until the last is in the database. */
export async function measureBroadcast({ stage, customer, sizes }: Ground): Promise<Measure> {
  return {
    name: "c: broadcast in-app",
    async round() {
      const cpu = meterCpu(stage.usage);
      const memory = watchPeak(() => stage.usage().belfry.residentBytes);
      const start = performance.now();
      await broadcast(customer, customer.workflows.inApp, sizes.subscribers);
      const seconds = (performance.now() - start) / 1000;
      const peak = memory.stop();
      await stage.settle();
      return {
        ...cpu(sizes.subscribers, "broadcast"),
        "broadcast.rate": sizes.subscribers / seconds,
        "broadcast.memory": peak / MEBIBYTE,
      };
    },
  };
}

/** Triggers a workflow for everybody and waits until all are served. @throws when somebody was not */
export async function broadcast({ api }: Customer, workflow: string, subscribers: number): Promise<void> {
  const transactionId = randomUUID();
  await api.post("/events/trigger/broadcast", { name: workflow, payload: PAYLOAD, transactionId });
  for (;;) {
    await sleep(POLL_MS);
    const { state, runs, jobs } = Standing.parse(await api.get(`/events/trigger/${transactionId}`)).data;
    if (state !== "completed") continue;
    if (runs === subscribers && jobs.completed === subscribers) return;
    throw new Error(`The broadcast served ${JSON.stringify(jobs)} of ${subscribers} subscribers in ${runs} runs`);
  }
}

function watchPeak(current: () => number): { stop(): number } {
  let peak = current();
  const timer = setInterval(() => {
    peak = Math.max(peak, current());
  }, MEMORY_LOOK_MS);
  return {
    stop() {
      clearInterval(timer);
      return Math.max(peak, current());
    },
  };
}
