import { randomUUID } from "node:crypto";
import { fileURLToPath } from "node:url";
import { Client } from "@temporalio/client";
import { Worker } from "@temporalio/worker";
import postgres from "postgres";
import { z } from "zod";
import { loadConfig, requireServices } from "#config.ts";
import { messageExpiresAt, runExpiresAt } from "#domain/times/retention.ts";
import { connectTemporal } from "#engine/connect.ts";
import { createLogger } from "#telemetry/logger.ts";
import { serveCommands } from "../processes/serve-commands.ts";
import { createRecipientActivities } from "./activities.ts";
import type { BenchEvent, broadcastRun } from "./workflows.ts";

// The straightforward design: an execution for each recipient, with activities through the task queue. Worker settings are
// the SDK's defaults.

const TASK_QUEUE = "bench-execution-per-recipient";
const config = requireServices(loadConfig());
const sql = postgres(config.databaseUrl, { max: config.databasePoolSize, onnotice: () => {} });
const connection = await connectTemporal(config, createLogger(config));
const worker = await Worker.create({
  connection,
  taskQueue: TASK_QUEUE,
  workflowsPath: fileURLToPath(new URL("./workflows.ts", import.meta.url)),
  activities: createRecipientActivities(sql),
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
  await client.workflow.execute<typeof broadcastRun>("broadcastRun", {
    args: [event, input.subscriberIds],
    workflowId: event.transactionId,
    taskQueue: TASK_QUEUE,
  });
  return { seconds: (performance.now() - start) / 1000 };
}

async function storeEvent({ scope, workflow, template, payload, subscriberIds }: Input): Promise<BenchEvent> {
  const [found] = await sql<{ workflow_id: string; version_id: string; step_id: string }[]>`
    select w.id as workflow_id, v.id as version_id, s.step_id
    from workflows w join workflow_versions v on v.workflow_id = w.id join workflow_steps s on s.version_id = v.id
    where w.environment_id = ${scope.environmentId} and w.identifier = ${workflow}`;
  if (!found) throw new Error(`There is no workflow ${workflow}`);
  const now = new Date();
  const recipients = subscriberIds.length;
  const event: BenchEvent = {
    ...scope,
    eventId: randomUUID(),
    cohortId: randomUUID(),
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
  const { organizationId, environmentId, eventId, expireAt } = event;
  await sql`
    insert into events (id, organization_id, environment_id, transaction_id, workflow_id, workflow_version_id, execution_id,
      audience, expire_at)
    values (${eventId}, ${organizationId}, ${environmentId}, ${event.transactionId}, ${event.workflowId}, ${event.versionId},
      ${event.transactionId}, 'broadcast', ${expireAt})`;
  await sql`
    insert into event_contents (event_id, organization_id, environment_id, payload, overrides, expire_at)
    values (${eventId}, ${organizationId}, ${environmentId}, ${JSON.stringify(payload)}::text::jsonb, '{}',
      ${event.messageExpireAt})`;
  // The product's reconciler leaves an event alone whose cohort has nothing due.
  await sql`
    insert into cohorts (id, organization_id, environment_id, event_id, number, execution_id, recipients_from,
      recipients_to, runs, completed, expire_at)
    values (${event.cohortId}, ${organizationId}, ${environmentId}, ${eventId}, 0, ${event.transactionId}, 0, 0,
      ${recipients}, ${recipients}, ${expireAt})`;
  return event;
}

serveCommands({ broadcast: async (input) => broadcast(Input.parse(input)) });
