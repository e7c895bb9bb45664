import { randomUUID } from "node:crypto";
import postgres from "postgres";
import { z } from "zod";
import { loadConfig, requireServices } from "#config.ts";
import { DETAILS } from "#contract/constants/details.ts";
import { IN_APP_PROVIDER } from "#contract/constants/provider-ids.ts";
import { messageExpiresAt, runExpiresAt } from "#domain/retention.ts";
import { obey } from "./obey.ts";

// What Postgres can take: the rows of an in-app delivery as they stand in the end, inserted many at a time, one
// transaction per batch, by as many connections as the engine has cohorts at work. No look-ups, no templates, no claims.

const CONNECTIONS = 4;
const BATCH = 1_000;
const sql = postgres(requireServices(loadConfig()).databaseUrl, { max: CONNECTIONS, onnotice: () => {} });

const Input = z.object({
  scope: z.object({ organizationId: z.uuid(), environmentId: z.uuid() }),
  workflow: z.string(),
  /** The customer's ids of the recipients; one may come more than once. */
  subscriberIds: z.array(z.string()),
});
type Input = z.infer<typeof Input>;

/** What all rows of one event share. */
type Shared = Awaited<ReturnType<typeof sharedBy>>;

/** Stores an event with its runs, jobs, messages and details. Returns the seconds it took. */
async function insertAll(input: Input): Promise<{ seconds: number }> {
  const shared = await sharedBy(input);
  const recipients = await idsOf(input);
  const batches = Array.from({ length: Math.ceil(recipients.length / BATCH) }, (_, index) =>
    recipients.slice(index * BATCH, (index + 1) * BATCH),
  );
  const start = performance.now();
  await sql.begin(async (transaction) => {
    await transaction`
      insert into events (id, organization_id, environment_id, transaction_id, workflow_id, workflow_version_id, execution_id,
        audience, expire_at)
      values (${shared.eventId}, ${shared.organizationId}, ${shared.environmentId}, ${shared.transactionId},
        ${shared.workflowId}, ${shared.versionId}, ${shared.transactionId}, 'broadcast', ${shared.expireAt})`;
    await transaction`
      insert into event_contents (event_id, organization_id, environment_id, payload, overrides, expire_at)
      values (${shared.eventId}, ${shared.organizationId}, ${shared.environmentId}, ${shared.payload}::text::jsonb, '{}',
        ${shared.messageExpireAt})`;
    await transaction`
      insert into cohorts (id, organization_id, environment_id, event_id, number, execution_id, recipients_from,
        recipients_to, runs, completed, expire_at)
      values (${shared.cohortId}, ${shared.organizationId}, ${shared.environmentId}, ${shared.eventId}, 0,
        ${shared.transactionId}, 0, 0, ${recipients.length}, ${recipients.length}, ${shared.expireAt})`;
  });
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      for (let batch = batches.shift(); batch; batch = batches.shift()) await insertBatch(shared, batch);
    }),
  );
  return { seconds: (performance.now() - start) / 1000 };
}

/** Belfry's ids; looking them up is not timed. */
async function idsOf({ scope, subscriberIds }: Input): Promise<string[]> {
  const rows = await sql<{ id: string; subscriber_id: string }[]>`
    select id, subscriber_id from subscribers
    where environment_id = ${scope.environmentId} and subscriber_id = any(${subscriberIds})`;
  const ids = new Map(rows.map(({ id, subscriber_id }) => [subscriber_id, id]));
  return subscriberIds.flatMap((subscriberId) => ids.get(subscriberId) ?? []);
}

async function sharedBy({ scope, workflow }: Input) {
  const [found] = await sql<{ workflow_id: string; version_id: string; step_id: string }[]>`
    select w.id as workflow_id, v.id as version_id, s.step_id
    from workflows w join workflow_versions v on v.workflow_id = w.id join workflow_steps s on s.version_id = v.id
    where w.environment_id = ${scope.environmentId} and w.identifier = ${workflow}`;
  if (!found) throw new Error(`There is no workflow ${workflow}`);
  const now = new Date();
  return {
    ...scope,
    eventId: randomUUID(),
    cohortId: randomUUID(),
    transactionId: randomUUID(),
    workflow,
    workflowId: found.workflow_id,
    versionId: found.version_id,
    stepId: found.step_id,
    content: "Hello Ada 5000, order A-1001 has left our warehouse.",
    payload: JSON.stringify({ orderId: "A-1001" }),
    now: now.toISOString(),
    expireAt: runExpiresAt({ steps: [], payload: {}, overrides: {}, now }).toISOString(),
    messageExpireAt: messageExpiresAt("in_app", now).toISOString(),
  };
}

async function insertBatch(shared: Shared, recipients: readonly string[]): Promise<void> {
  const { organizationId, environmentId, eventId, workflowId, versionId, stepId, transactionId } = shared;
  const { now, expireAt } = shared;
  const runIds = recipients.map(() => randomUUID());
  const jobIds = recipients.map(() => randomUUID());
  const messageIds = recipients.map(() => randomUUID());
  await sql.begin(async (transaction) => {
    await transaction`
      insert into runs (id, organization_id, environment_id, event_id, cohort_id, workflow_id, workflow_version_id,
        subscriber_id, transaction_id, source, position, expire_at)
      select r.id, ${organizationId}, ${environmentId}, ${eventId}, ${shared.cohortId}, ${workflowId}, ${versionId},
        r.subscriber_id, ${transactionId}, 'broadcast', 1, ${expireAt}
      from unnest(${runIds}::uuid[], ${[...recipients]}::uuid[]) as r (id, subscriber_id)`;
    await transaction`
      insert into jobs (id, organization_id, environment_id, run_id, step_id, position, type, status, provider_id, queued_at,
        started_at, finished_at, expire_at)
      select j.id, ${organizationId}, ${environmentId}, j.run_id, ${stepId}, 0, 'in_app', 'completed', ${IN_APP_PROVIDER},
        ${now}, ${now}, ${now}, ${expireAt}
      from unnest(${jobIds}::uuid[], ${runIds}::uuid[]) as j (id, run_id)`;
    await transaction`
      insert into messages (id, organization_id, environment_id, run_id, job_id, workflow_id, step_id, subscriber_id,
        event_id, transaction_id, template_identifier, channel, provider_id, content, status, created_at, updated_at,
        expire_at)
      select m.id, ${organizationId}, ${environmentId}, m.run_id, m.job_id, ${workflowId}, ${stepId}, m.subscriber_id,
        ${eventId}, ${transactionId}, ${shared.workflow}, 'in_app', ${IN_APP_PROVIDER}, ${shared.content}, 'sent', ${now},
        ${now}, ${shared.messageExpireAt}
      from unnest(${messageIds}::uuid[], ${runIds}::uuid[], ${jobIds}::uuid[], ${[...recipients]}::uuid[])
        as m (id, run_id, job_id, subscriber_id)`;
    await transaction`
      insert into execution_details (organization_id, environment_id, run_id, job_id, message_id, provider_id, detail, source,
        status, expire_at)
      select ${organizationId}, ${environmentId}, d.run_id, d.job_id, d.message_id, ${IN_APP_PROVIDER}, said.detail,
        'Internal', said.status, ${expireAt}
      from unnest(${runIds}::uuid[], ${jobIds}::uuid[], ${messageIds}::uuid[]) as d (run_id, job_id, message_id),
        (values (${DETAILS.messageCreated}, 'Pending'), (${DETAILS.messageSent}, 'Success')) as said (detail, status)`;
  });
}

obey({ insert: async (input) => insertAll(Input.parse(input)) });
