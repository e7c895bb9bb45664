import { randomUUID } from "node:crypto";
import { z } from "zod";
import { type Customer, PAYLOAD } from "../customer.ts";
import { type EventWatcher, watchEvents } from "../watched-event.ts";
import { type Ground, type Measure, meterCpu } from "./measure.ts";

const MEMORY_LOOK_MS = 250;
const MEBIBYTE = 1024 * 1024;

const Standing = z.object({
  data: z.object({ state: z.string(), runs: z.int(), jobs: z.record(z.string(), z.int()) }),
});

/** (c) An in-app message for every subscriber of the environment, from the request until the last is in the database. */
export async function measureBroadcast({ stage, customer, sizes }: Ground): Promise<Measure> {
  const watcher = await watchEvents(stage, customer);
  return {
    name: "c: broadcast in-app",
    async round() {
      const cpu = meterCpu(stage.usage);
      const memory = watchPeak(() => stage.usage().belfry.residentBytes);
      const start = performance.now();
      const transactionId = await broadcast(customer, watcher, customer.workflows.inApp);
      const seconds = (performance.now() - start) / 1000;
      const peak = memory.stop();
      await requireServed(customer, transactionId, sizes.subscribers);
      await stage.settle();
      return {
        ...cpu(sizes.subscribers, "broadcast"),
        "broadcast.rate": sizes.subscribers / seconds,
        "broadcast.memory": peak / MEBIBYTE,
      };
    },
    close: () => watcher.close(),
  };
}

/** Triggers a workflow for everybody and waits until the engine is through. Returns the event's transactionId. */
export async function broadcast({ api }: Customer, watcher: EventWatcher, workflow: string): Promise<string> {
  const transactionId = randomUUID();
  await api.post("/events/trigger/broadcast", { name: workflow, payload: PAYLOAD, transactionId });
  await watcher.ended(workflow, transactionId);
  return transactionId;
}

/** What counts is what the API says of the event. @throws when somebody was not served */
export async function requireServed({ api }: Customer, transactionId: string, subscribers: number): Promise<void> {
  const { state, runs, jobs } = Standing.parse(await api.get(`/events/trigger/${transactionId}`)).data;
  if (state === "completed" && runs === subscribers && jobs.completed === subscribers) return;
  throw new Error(`The broadcast to ${subscribers} is ${state} with ${runs} runs, their jobs: ${JSON.stringify(jobs)}`);
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
