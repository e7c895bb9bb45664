import { Client, Connection } from "@temporalio/client";
import { loadConfig } from "#config.ts";
import { executionId } from "#engine/execution-id.ts";
import type { Cleanup } from "./cleanup.ts";
import type { Fixture } from "./fixture.ts";
import type { TestEnvironment } from "./test-environment.ts";

/** Waits for the executions of events. */
export interface EventCompletion {
  /** Resolves when the event's execution has completed. */
  completed(workflow: string, transactionId: string): Promise<void>;
}

/** Uses Temporal's long poll, which costs nothing while it waits: polling the API would slow down what is measured. */
export async function watchEvents(
  { temporalAddress }: Fixture,
  { label: environment }: TestEnvironment,
  cleanup: Cleanup,
): Promise<EventCompletion> {
  const connection = await Connection.connect({ address: temporalAddress });
  cleanup.defer(() => connection.close());
  const client = new Client({
    connection,
    namespace: loadConfig({ ...process.env, BELFRY_MODE: "development" }).temporal.namespace,
  });
  return {
    completed: (workflow, transactionId) =>
      client.workflow.getHandle(executionId({ workflow, environment, transactionId })).result(),
  };
}
