import { afterAll } from "vitest";
import { createTestEnvironment, testApp } from "./environment.ts";
import { createEventRunner } from "./run-event.ts";

/** An API with an environment, and a runner that carries out its events, for all tests of a file. */
export async function apiWithRunner() {
  const api = await testApp();
  const environment = await createTestEnvironment(api.db);
  const runner = createEventRunner(api.db);
  afterAll(async () => {
    await runner.close();
    await api.close();
  });
  return { api, environment, runner };
}
