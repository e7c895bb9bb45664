import { beforeEach, expect, test } from "vitest";
import { countRuns } from "#activities/upkeep/count-runs.ts";
import type { Overview } from "#contract/activity/overview.ts";
import type { OverviewPeriod } from "#contract/constants/overview-periods.ts";
import { noteOutage } from "#db/queries/integrations/outages.ts";
import { integrations } from "#db/schema/integrations.ts";
import { apiWithRunner } from "#test/support/api-with-runner.ts";
import { createTestEnvironment, type TestEnvironment } from "#test/support/environment.ts";
import { anAcceptedEvent, aStep, aWorkflow } from "#test/support/event.ts";
import { explainedBy } from "#test/support/prepared-plans.ts";
import { aMember } from "#test/support/sign-in.ts";
import { storeRuns } from "#test/support/stored-runs.ts";

const { api, runner } = await apiWithRunner();
const { db } = api;
const sql = db.$client;

let environment: TestEnvironment;
beforeEach(async () => {
  environment = await createTestEnvironment(db);
});

async function overview(period?: OverviewPeriod, headers: object = environment.headers): Promise<Overview> {
  const reply = await api.app.inject({
    url: `/v1/overview${period ? `?period=${period}` : ""}`,
    headers: { ...headers },
  });
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json().data;
}

/** Makes room for a primary integration in place of the demo's. */
const demote = (channel: "email" | "sms") =>
  sql`update integrations set "primary" = false where environment_id = ${environment.environmentId} and channel = ${channel}`;

/** A workflow that shows a message in the inbox, and whose email finds no address. */
const failing = () => aWorkflow(db, environment, [aStep("in_app"), aStep("email")]);

async function runFor(workflow: { id: string; versionId: string }, ...people: string[]) {
  const { ref } = await anAcceptedEvent(db, environment, workflow, { to: people });
  await runner.start(ref);
  return ref;
}

/** Has everything of the environment have happened so much earlier. */
async function moveBack(interval: string) {
  const { environmentId } = environment;
  await sql`update runs set created_at = created_at - ${interval}::interval where environment_id = ${environmentId}`;
  await sql`update messages set created_at = created_at - ${interval}::interval where environment_id = ${environmentId}`;
  await sql`update jobs set finished_at = finished_at - ${interval}::interval where environment_id = ${environmentId}`;
}

const numbers = ({ triggered, delivered, failed }: Overview) => [triggered.count, delivered.count, failed.count];
const before = ({ triggered, delivered, failed }: Overview) => [
  triggered.previous,
  delivered.previous,
  failed.previous,
];

test("an environment in which nothing has happened has zeros, and a part for every hour or day", async () => {
  const empty = await overview();
  expect(empty).toMatchObject({ period: "24h", failures: [], failingIntegrations: [] });
  expect([numbers(empty), before(empty)]).toEqual([
    [0, 0, 0],
    [0, 0, 0],
  ]);
  expect(empty.waiting).toEqual(
    ["delay", "digest", "hold", "retry", "wait"].map((kind) => ({ kind, count: 0, isMore: false })),
  );
  expect(empty.pendingChanges).toEqual({ count: 0, isMore: false });
  const parts = await Promise.all(
    (["24h", "7d", "30d"] as const).map(async (period) => (await overview(period)).triggered.series.length),
  );
  expect(parts).toEqual([24, 7, 30]);
});

test("what happens counts at once, and just the same once it is counted in the background", async () => {
  await runFor(await failing(), "ada", "bob");
  const expected = [2, 2, 2];
  const live = await overview();
  expect(numbers(live)).toEqual(expected);
  expect(live.triggered.series.at(-1)?.count).toBe(2);
  await moveBack("20 minutes");
  expect(numbers(await overview())).toEqual(expected);
  await countRuns(runner.deps);
  expect(numbers(await overview())).toEqual(expected);
  await runFor(await failing(), "ada");
  expect(numbers(await overview())).toEqual([3, 3, 3]);
  await countRuns(runner.deps);
  expect(numbers(await overview())).toEqual([3, 3, 3]);
  // The email that finds no address is a message as well, and no delivered one.
  const counted = await sql<{ kind: string; count: number }[]>`
    select kind, sum(count)::int as count from activity_counts
    where environment_id = ${environment.environmentId} group by kind order by kind`;
  expect(counted.map(({ kind, count }) => [kind, count])).toEqual([
    ["message", 4],
    ["run", 2],
    ["undelivered", 2],
  ]);
});

test("what counts as delivered is listed by the beginning of the period", async () => {
  await runFor(await failing(), "ada", "bob");
  const { from, delivered } = await overview();
  const url = `/v1/messages?after=${from}&delivered=true`;
  const listed = await api.app.inject({ url, headers: environment.headers });
  expect([delivered.count, listed.json().totalCount]).toEqual([2, 2]);
  await moveBack("2 days");
  expect((await api.app.inject({ url, headers: environment.headers })).json().totalCount).toBe(0);
});

test("counts stay when the rows are gone", async () => {
  await runFor(await failing(), "ada");
  await moveBack("20 minutes");
  await countRuns(runner.deps);
  for (const table of ["runs", "jobs", "messages"]) {
    await sql`delete from ${sql(table)} where environment_id = ${environment.environmentId}`;
  }
  expect(numbers(await overview())).toEqual([1, 1, 1]);
});

async function addSms() {
  await demote("sms");
  await db.insert(integrations).values({
    ...environment.scope,
    channel: "sms",
    providerId: "twilio",
    name: "Twilio",
    identifier: `twilio-${environment.environmentId}`,
    active: true,
    primary: true,
    credentials: {},
  });
}

test("the period before is as long, and what is older counts in neither", async () => {
  const workflow = await aWorkflow(db, environment, [aStep("in_app")]);
  await storeRuns(db, environment, workflow, 70, "now() - n * interval '1 day'");
  const [week, month, day] = [await overview("7d"), await overview("30d"), await overview("24h")];
  // Periods begin with an hour: a run of exactly a day ago is in the period before.
  expect([day.triggered.count, day.triggered.previous]).toEqual([0, 1]);
  expect([week.triggered.count, week.triggered.previous]).toEqual([6, 7]);
  expect([month.triggered.count, month.triggered.previous]).toEqual([29, 30]);
  await countRuns(runner.deps);
  expect((await overview("30d")).triggered).toEqual(month.triggered);
});

test("failures are grouped by their reasons, the most frequent first, with the latest of each", async () => {
  const ref = await runFor(await failing(), "ada", "bob", "eve");
  await addSms();
  await runFor(await aWorkflow(db, environment, [aStep("sms")]), "ada");
  const [first, second] = (await overview()).failures;
  expect(first).toMatchObject({ stepType: "email", count: 3 });
  expect(first?.latest?.text).toEqual(expect.stringContaining("email"));
  const [run] =
    await sql`select id from runs where event_id = ${ref.eventId} and id = ${first?.latest?._notificationId ?? ""}`;
  expect(run).toBeDefined();
  expect(second).toMatchObject({
    reason: "no_destination",
    text: "The subscriber had no phone number",
    stepType: "sms",
    count: 1,
  });
  await moveBack("20 minutes");
  const uncounted = (await overview()).failures;
  await countRuns(runner.deps);
  expect((await overview()).failures).toEqual(uncounted);
});

test("what waits is counted by kinds, with the moment at which the first is due, as the list has it", async () => {
  const { workflow } = await waitingRuns();
  const { waiting } = await overview();
  const listed = await api.app.inject({ url: `/v1/waiting?workflowId=${workflow.id}`, headers: environment.headers });
  const rows: { kind: string; dueAt: string }[] = listed.json().data;
  const delay = waiting.find(({ kind }) => kind === "delay");
  expect(delay).toEqual({ kind: "delay", count: 2, isMore: false, nextDueAt: rows[0]?.dueAt });
  expect(rows.map(({ kind }) => kind)).toEqual(["delay", "delay"]);
});

async function waitingRuns() {
  const delay = { template: { type: "delay" }, metadata: { type: "regular", amount: 2, unit: "hours" } };
  const workflow = await aWorkflow(db, environment, [delay, aStep("in_app")]);
  await runFor(workflow, "ada", "bob");
  return { workflow };
}

test("an integration that is left alone is named with its last failure, without its credentials", async () => {
  await demote("email");
  const [row] = await db
    .insert(integrations)
    .values({
      ...environment.scope,
      channel: "email",
      providerId: "sendgrid",
      name: "Mail",
      identifier: `mail-${environment.environmentId}`,
      active: true,
      primary: true,
      credentials: { apiKey: "s3cr3t" },
    })
    .returning();
  const now = new Date();
  const retryAt = new Date(now.getTime() + 60_000);
  await noteOutage(db, row?.id ?? "", { errorClass: "RETRY", message: "503 from the vendor", retryAt, now });
  const { failingIntegrations } = await overview();
  expect(failingIntegrations).toEqual([
    expect.objectContaining({ _id: row?.id, name: "Mail", channel: "email", error: "503 from the vendor" }),
  ]);
  expect(JSON.stringify(failingIntegrations)).not.toContain("s3cr3t");
});

test("groups of failures, pauses and suppressed addresses are counted, with those that are new", async () => {
  await runFor(await failing(), "ada");
  await moveBack("20 minutes");
  await countRuns(runner.deps);
  const workflow = await aWorkflow(db, environment, [aStep("in_app")]);
  const { organizationId, environmentId } = environment.scope;
  await sql`
    insert into pauses (organization_id, environment_id, reason, workflow_id, "limit", counted)
    values (${organizationId}, ${environmentId}, 'workflow_per_minute', ${workflow.id}, 10, 11)`;
  await sql`
    insert into suppressions (organization_id, environment_id, channel, address, reason, created_at)
    select ${organizationId}, ${environmentId}, 'email', n || '@example.com', 'added', now() - n * interval '10 hours'
    from generate_series(1, 4) n`;
  const found = await overview();
  expect([found.failureGroups.open.count, found.failureGroups.new.count, found.openPauses.count]).toEqual([1, 1, 1]);
  expect([found.suppressed.period.count, found.suppressed.previous.count]).toEqual([2, 2]);
  await sql`update pauses set state = 'continued' where environment_id = ${environmentId}`;
  await sql`update failure_groups set state = 'resolved' where environment_id = ${environmentId}`;
  const later = await overview();
  expect([later.failureGroups.open.count, later.failureGroups.new.count, later.openPauses.count]).toEqual([0, 0, 0]);
});

test("another environment counts nothing of it, a viewer reads it, and an unknown period is refused", async () => {
  await runFor(await failing(), "ada");
  const other = await createTestEnvironment(db);
  expect(numbers(await overview("24h", other.headers))).toEqual([0, 0, 0]);
  const { headers } = await aMember(db, environment.organizationId, "viewer");
  const viewer = await overview("24h", { ...headers, "novu-environment-id": environment.environmentId });
  expect(numbers(viewer)).toEqual([1, 1, 1]);
  const refused = await api.app.inject({ url: "/v1/overview?period=1y", headers: environment.headers });
  expect(refused.statusCode).toBe(400);
  expect(refused.json().message).toEqual([expect.stringMatching(/^period must be one of/)]);
});

test("of many runs that are counted, none is read", async () => {
  const workflow = await aWorkflow(db, environment, [aStep("in_app")]);
  await storeRuns(db, environment, workflow, 50_000, "now() - interval '10 minutes' - n * interval '40 seconds'");
  await countRuns(runner.deps);
  const costs = await explainedBy(db, () => overview("30d"));
  expect(costs.reduce((sum, { rows }) => sum + rows, 0)).toBeLessThan(2_000);
});
