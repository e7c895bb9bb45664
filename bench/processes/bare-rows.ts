import { randomUUID } from "node:crypto";
import postgres from "postgres";
import { z } from "zod";
import { loadConfig, requireServices } from "#config.ts";
import { DETAILS } from "#contract/constants/details.ts";
import { IN_APP_PROVIDER } from "#contract/constants/provider-ids.ts";
import { messageExpiresAt, runExpiresAt } from "#domain/times/retention.ts";
import { partOfIds } from "#domain/values/id-ranges.ts";
import { COHORT_RECIPIENTS, MOST_COHORTS } from "#engine/policies.ts";
import { serveCommands } from "./serve-commands.ts";

// Inserts the rows that an in-app broadcast leaves, in their last state, many at a time: without reads, templates and
// claims. One transaction per batch, on as many connections as the engine has cohorts for 10,000 subscribers.

const CONNECTIONS = 4;
const BATCH = 1_000;
const sql = postgres(requireServices(loadConfig()).databaseUrl, { max: CONNECTIONS, onnotice: () => {} });

const Input = z.object({
  scope: z.object({ organizationId: z.uuid(), environmentId: z.uuid() }),
  workflow: z.string(),
  /** The customer's ids of the recipients, which may repeat. */
  subscriberIds: z.array(z.string()),
});
type Input = z.infer<typeof Input>;

/** Columns that all rows of one event share. */
type Shared = Awaited<ReturnType<typeof sharedBy>>;

/** Stores an event with its content, cohorts, runs, jobs, messages and details. Returns the seconds it took. */
async function insertAll(input: Input): Promise<{ seconds: number }> {
  const shared = await sharedBy(input);
  const recipients = await idsOf(input);
  const cohorts = cohortsOf(recipients);
  const batches = cohorts.flatMap(({ id, members }) =>
    Array.from({ length: Math.ceil(members.length / BATCH) }, (_, index) => ({
      cohortId: id,
      subscriberIds: members.slice(index * BATCH, (index + 1) * BATCH),
    })),
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
        recipients_to, ids_after, ids_up_to, runs, completed, expire_at)
      select c.id, ${shared.organizationId}, ${shared.environmentId}, ${shared.eventId}, c.number,
        ${shared.transactionId} || '/cohort-' || c.number, 0, 0, c.ids_after, c.ids_up_to, c.runs, c.runs,
        ${shared.expireAt}
      from unnest(${cohorts.map(({ id }) => id)}::uuid[], ${cohorts.map((_, number) => number)}::smallint[],
        ${cohorts.map(({ ids }) => ids.after)}::uuid[], ${cohorts.map(({ ids }) => ids.upTo)}::uuid[],
        ${cohorts.map(({ members }) => members.length)}::int[]) as c (id, number, ids_after, ids_up_to, runs)`;
  });
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      for (let batch = batches.shift(); batch; batch = batches.shift()) await insertBatch(shared, batch);
    }),
  );
  return { seconds: (performance.now() - start) / 1000 };
}

/** Divides recipients into as many cohorts as the engine does, of the same size. */
function cohortsOf(recipients: readonly string[]) {
  const parts = Math.min(Math.max(Math.ceil(recipients.length / COHORT_RECIPIENTS), 1), MOST_COHORTS);
  const startOf = (part: number) => Math.floor((recipients.length * part) / parts);
  return Array.from({ length: parts }, (_, part) => ({
    id: randomUUID(),
    ids: partOfIds(part, parts),
    members: recipients.slice(startOf(part), startOf(part + 1)),
  }));
}

/** Belfry's ids of the recipients; this look-up is not timed. */
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
    transactionId: randomUUID(),
    workflow,
    workflowId: found.workflow_id,
    versionId: found.version_id,
    stepId: found.step_id,
    content: "Hello Ada 5000, order A-1001 has left our warehouse.",
    payload: JSON.stringify({ orderId: "A-1001" }),
    expireAt: runExpiresAt({ steps: [], payload: {}, overrides: {}, now }).toISOString(),
    messageExpireAt: messageExpiresAt("in_app", now).toISOString(),
  };
}

interface Batch {
  cohortId: string;
  subscriberIds: readonly string[];
}

async function insertBatch(shared: Shared, { cohortId, subscriberIds: recipients }: Batch): Promise<void> {
  const { organizationId, environmentId, eventId, workflowId, versionId, stepId, transactionId } = shared;
  const { expireAt } = shared;
  // One moment for a batch, as the engine has for a slice.
  const now = new Date().toISOString();
  const runIds = recipients.map(() => randomUUID());
  const jobIds = recipients.map(() => randomUUID());
  const messageIds = recipients.map(() => randomUUID());
  await sql.begin(async (transaction) => {
    await transaction`
      insert into runs (id, organization_id, environment_id, event_id, cohort_id, workflow_id, workflow_version_id,
        subscriber_id, transaction_id, source, position, created_at, expire_at)
      select r.id, ${organizationId}, ${environmentId}, ${eventId}, ${cohortId}, ${workflowId}, ${versionId},
        r.subscriber_id, ${transactionId}, 'broadcast', 1, ${now}, ${expireAt}
      from unnest(${runIds}::uuid[], ${[...recipients]}::uuid[]) as r (id, subscriber_id)`;
    await transaction`
      insert into jobs (id, organization_id, environment_id, run_id, step_id, position, type, status, provider_id, queued_at,
        started_at, finished_at, created_at, expire_at)
      select j.id, ${organizationId}, ${environmentId}, j.run_id, ${stepId}, 0, 'in_app', 'completed', ${IN_APP_PROVIDER},
        ${now}, ${now}, ${now}, ${now}, ${expireAt}
      from unnest(${jobIds}::uuid[], ${runIds}::uuid[]) as j (id, run_id)`;
    await transaction`
      insert into messages (id, organization_id, environment_id, run_id, job_id, workflow_id, step_id, subscriber_id,
        event_id, transaction_id, template_identifier, channel, provider_id, content, status, created_at, updated_at,
        expire_at)
      select m.id, ${organizationId}, ${environmentId}, m.run_id, m.job_id, ${workflowId}, ${stepId}, m.subscriber_id,
        ${eventId}, ${transactionId}, ${shared.workflow}, 'in_app', ${IN_APP_PROVIDER}, ${shared.content}, 'sent',
        ${now}::timestamptz + m.place * interval '1 microsecond', ${now}, ${shared.messageExpireAt}
      from unnest(${messageIds}::uuid[], ${runIds}::uuid[], ${jobIds}::uuid[], ${[...recipients]}::uuid[])
        with ordinality as m (id, run_id, job_id, subscriber_id, place)`;
    await transaction`
      insert into execution_details (organization_id, environment_id, run_id, job_id, message_id, provider_id, detail, source,
        status, created_at, expire_at)
      select ${organizationId}, ${environmentId}, d.run_id, d.job_id, d.message_id, ${IN_APP_PROVIDER}, fact.detail,
        'Internal', fact.status, ${now}::timestamptz + (2 * d.place + fact.place) * interval '1 microsecond', ${expireAt}
      from unnest(${runIds}::uuid[], ${jobIds}::uuid[], ${messageIds}::uuid[])
        with ordinality as d (run_id, job_id, message_id, place),
        (values (${DETAILS.messageCreated}, 'Pending', 0), (${DETAILS.messageSent}, 'Success', 1))
          as fact (detail, status, place)`;
  });
}

serveCommands({ insert: async (input) => insertAll(Input.parse(input)) });
