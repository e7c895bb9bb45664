import { beforeEach, expect, test } from "vitest";
import { countAnalytics } from "#activities/upkeep/count-analytics.ts";
import type { Analytics } from "#contract/activity/analytics.ts";
import { deleteOldCounts } from "#db/queries/retention/delete-expired.ts";
import { tenants } from "#db/schema/tenants.ts";
import { apiWithRunner } from "#test/support/api-with-runner.ts";
import { createTestEnvironment, type TestEnvironment } from "#test/support/environment.ts";
import { type AcceptedEvent, anAcceptedEvent, aStep, aWorkflow } from "#test/support/event.ts";
import { storeRuns } from "#test/support/stored-runs.ts";

// What became of the runs and messages of a period, counted in spans that are counted again.

const { api, runner } = await apiWithRunner();
const { db } = api;
const sql = db.$client;
const DAY = 86_400_000;

let environment: TestEnvironment;
beforeEach(async () => {
  environment = await createTestEnvironment(db);
});

const count = () => countAnalytics(runner.deps);

async function analytics(
  query: Record<string, string> = {},
  headers: object = environment.headers,
): Promise<Analytics> {
  const reply = await api.app.inject({
    url: `/v1/analytics?${new URLSearchParams(query)}`,
    headers: { ...headers },
  });
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json().data;
}

/** Has everything of the environment have happened so much earlier, and be due to be counted again. */
async function moveBack(interval: string) {
  const { environmentId } = environment;
  for (const table of ["runs", "messages"]) {
    await sql`update ${sql(table)} set created_at = created_at - ${interval}::interval where environment_id = ${environmentId}`;
  }
}
const dueAgain = () => sql`
  update analytics_spans set due_at = now(), counted_at = counted_at - interval '2 minutes'
  where environment_id = ${environment.environmentId}`;

async function runFor(workflow: { id: string; versionId: string }, people: string[], event: AcceptedEvent = {}) {
  const { ref } = await anAcceptedEvent(db, environment, workflow, { to: people, ...event });
  await runner.start(ref);
}

/** A workflow that shows a message in the inbox, whose email finds no address, and whose text is left out by its condition. */
const mixed = () =>
  aWorkflow(db, environment, [
    aStep("in_app", {}, { name: "Bell" }),
    aStep("email"),
    aStep(
      "sms",
      {},
      {
        filters: [{ value: "AND", children: [{ on: "payload", field: "paid", operator: "EQUAL", value: "yes" }] }],
      },
    ),
  ]);

test("an environment in which nothing has happened has zeros, and a part for every hour, quarter of a day or day", async () => {
  const empty = await analytics();
  const zeros = { triggered: 0, delivered: 0, failed: 0, skipped: 0, read: 0, clicked: 0 };
  expect(empty).toMatchObject({ period: "7d", totals: zeros, previous: zeros, workflows: [], reasons: [], marks: [] });
  expect(empty.countedUntil).toBeUndefined();
  expect(empty.steps).toBeUndefined();
  const parts = await Promise.all(
    (["24h", "30d", "90d"] as const).map(async (period) => (await analytics({ period })).series.length),
  );
  expect(parts).toEqual([24, 30, 90]);
  expect(empty.series.length).toBeGreaterThan(24);
});

test("runs, steps and messages are counted by what they belong to, and by the steps of a workflow", async () => {
  const workflow = await mixed();
  await db.insert(tenants).values({ ...environment.scope, identifier: "acme", name: "Acme" });
  await runFor(workflow, ["ada", "bob"], { tenant: { identifier: "acme" } });
  await runFor(workflow, ["eve"]);
  await moveBack("10 minutes");
  await count();
  const all = await analytics();
  expect(all.totals).toEqual({ triggered: 3, delivered: 3, failed: 3, skipped: 3, read: 0, clicked: 0 });
  expect(all.series.reduce((sum, { triggered }) => sum + triggered, 0)).toBe(3);
  expect(all.workflows).toMatchObject([{ _id: workflow.id, name: expect.stringContaining("Workflow"), triggered: 3 }]);
  expect(all.channels.map(({ channel, delivered, failed, skipped }) => [channel, delivered, failed, skipped])).toEqual([
    ["in_app", 3, 0, 0],
    ["email", 0, 3, 0],
    ["sms", 0, 0, 3],
  ]);
  const byReason = all.reasons.map(({ reason, outcome, count }) => [reason, outcome, count]);
  expect(byReason.toSorted()).toEqual([
    ["conditions_not_met", "skipped", 3],
    [expect.any(String), "failed", 3],
  ]);
  expect(all.tenants).toEqual([{ identifier: "acme", triggered: 2, delivered: 2, failed: 2, skipped: 2 }]);
  const { steps } = await analytics({ workflowId: workflow.id });
  expect(steps).toMatchObject([
    { name: "Bell", type: "in_app", reached: 3, completed: 3, delivered: 3 },
    { type: "email", reached: 3, failed: 3 },
    { type: "sms", reached: 3, skipped: 3 },
  ]);
});

test("every reason that a part names is one by which runs are listed, as many as it says", async () => {
  await runFor(await mixed(), ["ada", "bob"]);
  await moveBack("10 minutes");
  await count();
  const { reasons, from } = await analytics();
  expect(reasons.length).toBeGreaterThan(1);
  for (const { reason, count: counted } of reasons) {
    const reply = await api.app.inject({
      url: `/v1/notifications/count?reasons=${reason}&after=${from}`,
      headers: environment.headers,
    });
    expect([reason, reply.json().data.count]).toEqual([reason, counted]);
  }
});

test("what is read and clicked later counts with the messages, once their hour is counted again", async () => {
  await runFor(await aWorkflow(db, environment, [aStep("in_app")]), ["ada", "bob", "eve"]);
  await moveBack("10 minutes");
  await count();
  const { environmentId } = environment;
  await sql`
    update messages set read = true, cta = '{"action":{"status":"done"}}'
    where id = (select id from messages where environment_id = ${environmentId} limit 1)`;
  await sql`
    update messages set reports = '{"opened":"2026-01-01T00:00:00.000Z"}'
    where id = (select id from messages where environment_id = ${environmentId} and not read limit 1)`;
  await count();
  expect((await analytics()).totals).toMatchObject({ delivered: 3, read: 0 });
  await dueAgain();
  await count();
  expect((await analytics()).totals).toMatchObject({ triggered: 3, delivered: 3, read: 2, clicked: 1 });
});

test("a span goes on with its hour, and counts nothing twice", async () => {
  const workflow = await aWorkflow(db, environment, [aStep("in_app")]);
  await runFor(workflow, ["ada"]);
  await moveBack("3 minutes");
  await count();
  await runFor(workflow, ["bob"]);
  await moveBack("2 minutes");
  // The first run has been moved with the second one, out of its span: it is not counted again by itself.
  await dueAgain();
  await count();
  await dueAgain();
  await count();
  const { totals } = await analytics({ period: "24h" });
  expect(totals.triggered).toBeGreaterThanOrEqual(1);
  const spans = await sql`
    select starts_at, ends_at, lead(starts_at) over (order by starts_at) as next from analytics_spans
    where environment_id = ${environment.environmentId}`;
  for (const { ends_at, next } of spans) if (next) expect(next.getTime()).toBeGreaterThanOrEqual(ends_at.getTime());
});

test("counts stay when the rows are gone, and are gone after a year", async () => {
  await runFor(await aWorkflow(db, environment, [aStep("in_app")]), ["ada"]);
  await moveBack("10 minutes");
  await count();
  for (const table of ["runs", "jobs", "messages"]) {
    await sql`delete from ${sql(table)} where environment_id = ${environment.environmentId}`;
  }
  await dueAgain();
  await count();
  expect((await analytics()).totals).toMatchObject({ triggered: 1, delivered: 1 });
  await deleteOldCounts(db, new Date(Date.now() + 368 * DAY));
  expect((await analytics()).totals).toMatchObject({ triggered: 0, delivered: 0 });
});

test("dry runs count nowhere", async () => {
  const workflow = await aWorkflow(db, environment, [aStep("in_app")]);
  await runFor(workflow, ["ada"]);
  await sql`update runs set is_dry = true where environment_id = ${environment.environmentId}`;
  await sql`delete from messages where environment_id = ${environment.environmentId}`;
  await moveBack("10 minutes");
  await count();
  expect((await analytics()).totals).toMatchObject({ triggered: 0, delivered: 0 });
});

test("days begin in the caller's time zone, and the period before is as long", async () => {
  const workflow = await aWorkflow(db, environment, [aStep("in_app")]);
  await storeRuns(db, environment, workflow, 100, "now() - n * interval '1 day' - interval '10 minutes'");
  await count();
  for (const timeZone of ["UTC", "Pacific/Auckland", "America/Sao_Paulo", "Asia/Kolkata"]) {
    const { totals, previous, series } = await analytics({ period: "30d", timeZone });
    expect([totals.triggered, previous.triggered]).toEqual([29, 30]);
    const hours = series.map(({ at }) =>
      new Date(at).toLocaleTimeString("en-GB", { timeZone, hour: "2-digit", minute: "2-digit" }),
    );
    expect(new Set(hours)).toEqual(new Set(["00:00"]));
    expect(series.slice(0, -1).every(({ triggered }) => triggered === 1)).toBe(true);
  }
  expect((await analytics({ period: "90d" })).totals.triggered).toBe(89);
});

test("many runs of a moment are several spans, each counted once", async () => {
  const workflow = await aWorkflow(db, environment, [aStep("in_app")]);
  await storeRuns(
    db,
    environment,
    workflow,
    45_000,
    "now() - interval '2 hours' - (n % 1000) * interval '1 millisecond'",
  );
  await count();
  const [{ spans, runs } = {}] = await sql`
    select count(*)::int as spans, sum(runs)::int as runs from analytics_spans where environment_id = ${environment.environmentId}`;
  expect([spans, runs]).toEqual([3, 45_000]);
  expect((await analytics({ period: "24h" })).totals.triggered).toBe(45_000);
});

test("publications, pauses and versions are marks", async () => {
  const workflow = await aWorkflow(db, environment, [aStep("in_app")]);
  const { organizationId, environmentId } = environment.scope;
  await sql`
    insert into pauses (organization_id, environment_id, reason, workflow_id, "limit", counted, created_at)
    values (${organizationId}, ${environmentId}, 'workflow_per_minute', ${workflow.id}, 10, 11, now() - interval '1 hour')`;
  await sql`update workflow_versions set kept_at = now() - interval '2 hours' where id = ${workflow.versionId}`;
  const { marks } = await analytics({ workflowId: workflow.id });
  expect(marks.map(({ kind }) => kind)).toEqual(["version", "pause"]);
  expect((await analytics()).marks.map(({ kind }) => kind)).toEqual(["pause"]);
});

test("what is asked for is checked, and other environments count nothing", async () => {
  const workflow = await aWorkflow(db, environment, [aStep("in_app")]);
  await storeRuns(db, environment, workflow, 3, "now() - interval '1 hour'");
  await count();
  const other = await createTestEnvironment(db);
  expect((await analytics({ workflowId: workflow.id }, other.headers)).totals.triggered).toBe(0);
  for (const [query, field] of [
    ["period=1y", "period"],
    ["timeZone=Mars", "timeZone"],
    ["workflowId=x", "workflowId"],
  ]) {
    const reply = await api.app.inject({ url: `/v1/analytics?${query}`, headers: environment.headers });
    expect([reply.statusCode, reply.body]).toEqual([400, expect.stringContaining(field ?? "")]);
  }
});
