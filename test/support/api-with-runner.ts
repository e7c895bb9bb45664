import { afterAll } from "vitest";
import type { AppDeps } from "#api/app.ts";
import { createTestEnvironment, testApp } from "./environment.ts";
import { createEventRunner } from "./run-event.ts";

/** An API with an environment, and a runner that carries out its events, for all tests of a file. */
export async function apiWithRunner(overrides: Partial<AppDeps> = {}) {
  const api = await testApp(overrides);
  const environment = await createTestEnvironment(api.db);
  const runner = createEventRunner(api.db);
  afterAll(async () => {
    await runner.close();
    await api.close();
  });
  return {
    api,
    environment,
    runner,
    /** Triggers a workflow for a subscriber, and carries the event out. Returns its transactionId. */
    async deliver(name: string, to: string): Promise<string> {
      const { headers } = environment;
      const reply = await api.app.inject({ method: "POST", url: "/v1/events/trigger", headers, payload: { name, to } });
      const { transactionId } = reply.json().data;
      const start = api.started.find(({ event }) => event.transactionId === transactionId);
      if (!start) throw new Error("The event was not started");
      await runner.toEnd(start.event);
      return transactionId;
    },
  };
}
