import { randomUUID } from "node:crypto";
import { fileURLToPath } from "node:url";
import { Client } from "@temporalio/client";
import { Worker } from "@temporalio/worker";
import postgres from "postgres";
import { z } from "zod";
import { loadConfig, requireServices } from "#config.ts";
import { messageExpiresAt, runExpiresAt } from "#domain/retention.ts";
import { connectTemporal } from "#engine/connect.ts";
import { createLogger } from "#telemetry/logger.ts";
import { obey } from "../contestants/obey.ts";
import { createNaiveActivities } from "./activities.ts";
import type { NaiveEvent, naiveBroadcastRun } from "./workflows.ts";

// The design that comes to mind first: an execution for each recipient, with an activity through the task queue for each
// thing to do. Worker settings are the SDK's own.

const TASK_QUEUE = "bench-naive";
const config = requireServices(loadConfig());
const sql = postgres(config.databaseUrl, { max: config.databasePoolSize, onnotice: () => {} });
const connection = await connectTemporal(config, createLogger(config));
const worker = await Worker.create({
  connection,
  taskQueue: TASK_QUEUE,
  workflowsPath: fileURLToPath(new URL("./workflows.ts", import.meta.url)),
  activities: createNaiveActivities(sql),
});
const client = new Client({ connection });
worker.run().catch(() => process.exit(1));

const Input = z.object({
  scope: z.object({ organizationId: z.uuid(), environmentId: z.uuid() }),
  workflow: z.string(),
  template: z.string(),
  payload: z.record(z.string(), z.unknown()),
  subscriberIds: z.array(z.string()),
});
type Input = z.infer<typeof Input>;

/** Serves all recipients. Returns the seconds from the start to the end of the last execution. */
async function broadcast(input: Input): Promise<{ seconds: number }> {
  const start = performance.now();
  const event = await storeEvent(input);
  await client.workflow.execute<typeof naiveBroadcastRun>("naiveBroadcastRun", {
    args: [event, input.subscriberIds],
    workflowId: event.transactionId,
    taskQueue: TASK_QUEUE,
  });
  return { seconds: (performance.now() - start) / 1000 };
}

async function storeEvent({ scope, workflow, template, payload }: Input): Promise<NaiveEvent> {
  const [found] = await sql<{ workflow_id: string; version_id: string; step_id: string }[]>`
    select w.id as workflow_id, v.id as version_id, s.step_id
    from workflows w join workflow_versions v on v.workflow_id = w.id join workflow_steps s on s.version_id = v.id
    where w.environment_id = ${scope.environmentId} and w.identifier = ${workflow}`;
  if (!found) throw new Error(`There is no workflow ${workflow}`);
  const now = new Date();
  const event: NaiveEvent = {
    ...scope,
    eventId: randomUUID(),
    transactionId: randomUUID(),
    workflowId: found.workflow_id,
    workflowIdentifier: workflow,
    versionId: found.version_id,
    stepId: found.step_id,
    template,
    payload,
    expireAt: runExpiresAt({ steps: [], payload: {}, overrides: {}, now }).toISOString(),
    messageExpireAt: messageExpiresAt("in_app", now).toISOString(),
  };
  await sql`
    insert into events (id, organization_id, environment_id, transaction_id, workflow_id, workflow_version_id, audience,
      payload, overrides, started_at, resolved_at, expire_at)
    values (${event.eventId}, ${event.organizationId}, ${event.environmentId}, ${event.transactionId}, ${event.workflowId},
      ${event.versionId}, 'broadcast', ${JSON.stringify(payload)}::text::jsonb, '{}', clock_timestamp(), clock_timestamp(),
      ${event.expireAt})`;
  return event;
}

obey({ broadcast: async (input) => broadcast(Input.parse(input)) });
