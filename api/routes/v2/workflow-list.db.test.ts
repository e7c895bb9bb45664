import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import type { ListedWorkflowV2 } from "#contract/v2/workflows.ts";
import { closeDatabase, openDatabase } from "#db/client.ts";
import { integrations } from "#db/schema/integrations.ts";
import { notificationGroups } from "#db/schema/workflows/notification-groups.ts";
import { workflows } from "#db/schema/workflows/workflows.ts";
import { apiWithRunner } from "#test/support/api-with-runner.ts";
import { createTestEnvironment, type TestEnvironment, testApp } from "#test/support/environment.ts";
import { aStep, aWorkflow } from "#test/support/event.ts";
import { testDatabaseUrl } from "#test/support/postgres.ts";

const { api } = await apiWithRunner();
const { db } = api;

async function list({ headers }: TestEnvironment, query = "", app = api.app) {
  const reply = await app.inject({ url: `/v2/workflows${query}`, headers });
  const found: ListedWorkflowV2[] = reply.json().data?.workflows ?? [];
  return {
    status: reply.statusCode,
    body: reply.json(),
    found,
    names: found.map(({ name }) => name).sort(),
    totalCount: reply.json().data?.totalCount,
  };
}

/** A workflow of version 2, as its own operation makes it. */
async function controlled({ headers }: TestEnvironment, name: string, fields: object = {}) {
  const steps = [{ name: "Bell", type: "in_app", controlValues: { body: "Hello" } }];
  const payload = { name, steps, ...fields };
  const reply = await api.app.inject({ method: "POST", url: "/v2/workflows", headers, payload });
  expect(reply.statusCode, reply.body).toBe(201);
}

test("workflows of both versions are listed, with who made their version and their groups", async () => {
  const environment = await createTestEnvironment(db);
  await aWorkflow(db, environment, [aStep("in_app")], { name: "First", description: "By version 1", critical: true });
  await controlled(environment, "Second");
  const { found, names, totalCount } = await list(environment);
  expect([names, totalCount]).toEqual([["First", "Second"], 2]);
  expect(found.map(({ origin }) => origin).sort()).toEqual(["novu-cloud", "novu-cloud-v1"]);
  const first = found.find(({ name }) => name === "First");
  const [group] = await db
    .select()
    .from(notificationGroups)
    .where(eq(notificationGroups.environmentId, environment.environmentId));
  expect(first).toMatchObject({
    active: true,
    critical: true,
    description: "By version 1",
    version: 1,
    notificationGroup: { _id: group?.id, name: group?.name },
    updatedBy: { _id: environment.userId, firstName: "Ada", lastName: "Lovelace" },
    needsAction: false,
    workflowIntegrationStatus: {
      hasActiveIntegrations: true,
      channels: { in_app: { hasActiveIntegrations: true } },
    },
  });
  // Of a person, a list says the name and no address.
  expect(JSON.stringify(found)).not.toContain(environment.email);
});

test("a channel without an integration needs action as long as the workflow is active and sends on it", async () => {
  const environment = await createTestEnvironment(db);
  await aWorkflow(db, environment, [aStep("chat")], { name: "Lacks" });
  await aWorkflow(db, environment, [aStep("chat")], { name: "Lacks, but sleeps", active: false });
  await aWorkflow(db, environment, [aStep("chat", {}, { active: false }), aStep("in_app")], { name: "Lacks nothing" });
  await aWorkflow(db, environment, [aStep("email")], { name: "Loses" });
  const needing = async () => {
    const all = await list(environment);
    const [filtered, others] = [
      await list(environment, "?needsAction=true"),
      await list(environment, "?needsAction=false"),
    ];
    const names = all.found
      .filter(({ needsAction }) => needsAction)
      .map(({ name }) => name)
      .sort();
    // The filter finds what the items say.
    expect(filtered.names).toEqual(names);
    expect([filtered.totalCount, filtered.totalCount + others.totalCount]).toEqual([names.length, all.totalCount]);
    return names;
  };
  expect(await needing()).toEqual(["Lacks"]);
  // An email goes through a primary integration, and through no other.
  await db
    .update(integrations)
    .set({ primary: false })
    .where(eq(integrations.environmentId, environment.environmentId));
  expect(await needing()).toEqual(["Lacks", "Loses"]);
  const { found } = await list(environment, "?query=Loses");
  expect(found[0]?.workflowIntegrationStatus).toMatchObject({
    channels: { email: { hasActiveIntegrations: true, hasPrimaryIntegrations: false } },
  });
  const slack = {
    channel: "chat" as const,
    providerId: "slack",
    name: "Slack",
    identifier: randomUUID(),
    active: true,
  };
  await db.insert(integrations).values({ ...environment.scope, ...slack, credentials: {} });
  expect(await needing()).toEqual(["Loses"]);
  await db.update(workflows).set({ hasIssues: true }).where(eq(workflows.name, "Lacks nothing"));
  expect(await needing()).toEqual(["Lacks nothing", "Loses"]);
});

test("filters by step, group, tag, status and text narrow the list together", async () => {
  const environment = await createTestEnvironment(db);
  const [group] = await db
    .insert(notificationGroups)
    .values({ ...environment.scope, name: "Billing" })
    .returning();
  const of = (notificationGroupId = group?.id) => ({ notificationGroupId });
  await aWorkflow(db, environment, [aStep("in_app"), aStep("email")], { name: "Invoice", tags: ["money"], ...of() });
  await aWorkflow(db, environment, [aStep("sms")], { name: "Reminder", tags: ["money"], active: false, ...of() });
  await aWorkflow(db, environment, [aStep("email", {}, { active: false }), aStep("in_app")], { name: "Welcome" });
  await controlled(environment, "Digest", {
    steps: [{ name: "Collect", type: "digest", controlValues: { amount: 1, unit: "hours" } }],
  });
  const found = async (query: string) => (await list(environment, query)).names;
  expect(await found("?stepTypes=email")).toEqual(["Invoice"]);
  expect(await found("?stepTypes=sms&stepTypes=digest")).toEqual(["Digest", "Reminder"]);
  expect(await found(`?notificationGroupId=${group?.id}`)).toEqual(["Invoice", "Reminder"]);
  expect(await found(`?notificationGroupId=${group?.id}&status=INACTIVE&tags=money`)).toEqual(["Reminder"]);
  expect(await found(`?notificationGroupId=${group?.id}&query=INV&stepTypes=in_app`)).toEqual(["Invoice"]);
  expect(await found(`?notificationGroupId=${randomUUID()}`)).toEqual([]);
  const refused = await list(environment, "?stepTypes=pigeon&notificationGroupId=billing");
  expect(refused.status).toBe(400);
  expect(JSON.stringify(refused.body.message)).toMatch(/stepTypes.*notificationGroupId/);
});

test("a list takes as many statements for twenty workflows as for one", async () => {
  const single = openDatabase(testDatabaseUrl(), { poolSize: 1 });
  const { app } = await testApp({ db: single });
  const environment = await createTestEnvironment(db);
  const statements = async () => {
    const sent: string[] = [];
    for (const pool of [single.$hot, single.$client]) pool.options.debug = (_connection, query) => sent.push(query);
    await list(environment, "?limit=100&stepTypes=in_app&needsAction=false", app);
    for (const pool of [single.$hot, single.$client]) pool.options.debug = false;
    return sent.length;
  };
  await aWorkflow(db, environment, [aStep("in_app")]);
  await statements();
  const ofOne = await statements();
  for (let index = 0; index < 20; index++) await aWorkflow(db, environment, [aStep("in_app"), aStep("email")]);
  expect((await list(environment, "?limit=100", app)).found).toHaveLength(21);
  expect(await statements()).toBe(ofOne);
  expect(ofOne).toBeLessThan(8);
  await app.close();
  await closeDatabase(single);
});
