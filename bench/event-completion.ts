import { Client, Connection } from "@temporalio/client";
import { loadConfig } from "#config.ts";
import { executionId } from "#engine/ids.ts";
import type { Customer } from "./customer.ts";
import type { Stage } from "./stage.ts";

/** Tells when the engine is through with an event. */
export interface EventWatcher {
  ended(workflow: string, transactionId: string): Promise<void>;
  close(): Promise<void>;
}

/**
 * Waits on Temporal's own long poll, which costs nothing until the end: asking the API over and over would be paid for by
 * the broadcast.
 */
export async function watchEvents(stage: Stage, { scope: { environmentId } }: Customer): Promise<EventWatcher> {
  const connection = await Connection.connect({ address: stage.temporalAddress });
  const client = new Client({ connection, namespace: loadConfig().temporal.namespace });
  return {
    ended: (workflow, transactionId) =>
      client.workflow.getHandle(executionId({ workflow, environmentId, transactionId })).result(),
    close: () => connection.close(),
  };
}
