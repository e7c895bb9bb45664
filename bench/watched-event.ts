import { Client, Connection } from "@temporalio/client";
import { loadConfig } from "#config.ts";
import { triggerRunId } from "#engine/ids.ts";
import type { Customer } from "./customer.ts";
import type { Stage } from "./stage.ts";

/** Tells when the engine is through with an event. */
export interface EventWatcher {
  ended(transactionId: string): Promise<void>;
  close(): Promise<void>;
}

/**
 * Waits on Temporal's own long poll, which costs nothing until the end: asking the API over and over counts the jobs of
 * the whole event every time, and the broadcast would pay for being watched.
 */
export async function watchEvents(stage: Stage, { scope }: Customer): Promise<EventWatcher> {
  const connection = await Connection.connect({ address: stage.temporalAddress });
  const client = new Client({ connection, namespace: loadConfig().temporal.namespace });
  return {
    ended: (transactionId) => client.workflow.getHandle(triggerRunId(scope.environmentId, transactionId)).result(),
    close: () => connection.close(),
  };
}
