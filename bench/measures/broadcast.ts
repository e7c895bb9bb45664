import { randomUUID } from "node:crypto";
import { z } from "zod";
import { EventStatus } from "#contract/events.ts";
import { type EventCompletion, watchEvents } from "../event-completion.ts";
import { PAYLOAD, type TestEnvironment } from "../test-environment.ts";
import { type MeasureContext, type Round, startCpuMeter } from "./measure.ts";

const Status = z.object({ data: EventStatus });

/** (c) An in-app message for every subscriber of the environment, from the request until the last one is stored. */
export async function measureBroadcast({ fixture, environment, sizes, cleanup }: MeasureContext): Promise<Round> {
  const completion = await watchEvents(fixture, environment, cleanup);
  return async () => {
    const cpu = startCpuMeter(fixture.usage);
    const start = performance.now();
    const transactionId = await broadcast(environment, completion, environment.workflows.inApp);
    const seconds = (performance.now() - start) / 1000;
    await requireServed(environment, transactionId, sizes.subscribers);
    await fixture.waitUntilIdle();
    return { ...cpu(sizes.subscribers, "broadcast"), "broadcast.rate": sizes.subscribers / seconds };
  };
}

/** Triggers a workflow for every subscriber and waits until the event has completed. Returns its transactionId. */
export async function broadcast(
  environment: TestEnvironment,
  completion: EventCompletion,
  workflow: string,
): Promise<string> {
  const transactionId = await startBroadcast(environment, workflow);
  await completion.completed(workflow, transactionId);
  return transactionId;
}

/** Returns the event's transactionId as soon as the API has accepted it. */
export async function startBroadcast({ api }: TestEnvironment, workflow: string): Promise<string> {
  const transactionId = randomUUID();
  await api.post("/events/trigger/broadcast", { name: workflow, payload: PAYLOAD, transactionId });
  return transactionId;
}

/** Throws unless the API says that the event has completed with one completed job for every subscriber. */
export async function requireServed(
  { api }: TestEnvironment,
  transactionId: string,
  subscribers: number,
): Promise<void> {
  const { state, runs, jobs } = Status.parse(await api.get(`/events/trigger/${transactionId}`)).data;
  if (state === "completed" && runs === subscribers && jobs.completed === subscribers) return;
  throw new Error(`The broadcast to ${subscribers} is ${state} with ${runs} runs, their jobs: ${JSON.stringify(jobs)}`);
}
