import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestEnvironment, type TestEnvironment } from "#test/support/environment.ts";
import { aStep, aWorkflow } from "#test/support/event.ts";
import { isExhaustive } from "#test/support/in-turn.ts";
import { testDatabaseUrl } from "#test/support/postgres.ts";
import { explainedBy } from "#test/support/prepared-plans.ts";
import { storeRuns } from "#test/support/stored-runs.ts";
import { closeDatabase, openDatabase } from "../../client.ts";
import { searchMessages, searchRuns } from "./search-activity.ts";
import { searchSubscribersByAny, searchTenants, searchTopicsByAny } from "./search-people.ts";
import { searchText } from "./search-text.ts";

// What may be millions is found by indexes: a search reads as many rows among many as among few.

const db = openDatabase(testDatabaseUrl(), { poolSize: 1 });
afterAll(() => closeDatabase(db));

/** By day enough to tell a plan that reads them all. */
const MANY = isExhaustive() ? 40_000 : 10_000;
/** Five results of each of up to eight ways, each of them read twice or thrice. */
const ROWS = 200;

let environment: TestEnvironment;

beforeAll(async () => {
  environment = await createTestEnvironment(db);
  const { organizationId, environmentId } = environment.scope;
  const sql = db.$client;
  const owner = sql`${organizationId}::uuid, ${environmentId}::uuid`;
  await sql`
    insert into subscribers (organization_id, environment_id, subscriber_id, first_name, last_name, email, phone)
    select ${owner}, 'many-' || g, 'Ada', 'Common' || g, 'Many' || g || '@example.com', '+49' || g from generate_series(1, ${MANY}) g`;
  await sql`
    insert into topics (organization_id, environment_id, key, name)
    select ${owner}, 'many-' || g, 'Ada ' || g from generate_series(1, ${MANY}) g`;
  await sql`
    insert into tenants (organization_id, environment_id, identifier, name)
    select ${owner}, 'many-' || g, 'Ada ' || g from generate_series(1, ${MANY}) g`;
  const workflow = await aWorkflow(db, environment, [aStep("in_app")]);
  await storeRuns(db, environment, workflow, MANY, "now() - n * interval '1 second'");
  await sql`
    insert into events (id, organization_id, environment_id, transaction_id, workflow_id, workflow_version_id, execution_id, audience, expire_at)
    select case when g = 1 then ${workflow.id}::uuid else gen_random_uuid() end, ${owner}, 'event-' || g, ${workflow.id}, ${workflow.versionId},
      'stored', 'broadcast', now() + interval '30 days' from generate_series(1, ${MANY}) g`;
  await sql`
    insert into messages (id, organization_id, environment_id, run_id, job_id, workflow_id, step_id, subscriber_id, event_id,
      transaction_id, template_identifier, channel, expire_at)
    select gen_random_uuid(), ${owner}, ${workflow.id}, ${workflow.id}, ${workflow.id}, ${workflow.id}, ${workflow.id}, ${workflow.id},
      'stored', 'stored', 'email', now() + interval '30 days' from generate_series(1, ${MANY}) g`;
});

const rowsRead = async (query: string): Promise<number[]> => {
  const text = searchText(query);
  const { scope } = environment;
  const costs = await explainedBy(db, async () => {
    await searchSubscribersByAny(db, scope, { text, limit: 5 });
    await searchTopicsByAny(db, scope, { text, limit: 5 });
    await searchTenants(db, scope, { text, limit: 5 });
    await searchRuns(db, scope, { text, limit: 5, since: undefined });
    await searchMessages(db, scope, { text, since: undefined });
  });
  return costs.map(({ rows }) => rows);
};

test.each([
  ["what all of them begin with", "many"],
  ["a name that all have", "ada"],
  ["a single letter", "a"],
  ["what one of them is called", `many-${MANY - 1}`],
  ["what nothing is called", "zzz"],
  ["the transactionId of an event that all runs are of", "event-1"],
  ["the id of nothing", "5f1c9a52-3f0e-4c9e-9d0a-2f8f3b1f7c11"],
])("of %s, few rows are read, with statistics and without", async (_, query) => {
  expect(Math.max(...(await rowsRead(query)))).toBeLessThan(ROWS);
  await db.$client`analyze subscribers, topics, tenants, events, runs, messages`;
  expect(Math.max(...(await rowsRead(query)))).toBeLessThan(ROWS);
});
