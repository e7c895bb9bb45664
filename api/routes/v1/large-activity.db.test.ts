import { beforeAll, expect, test } from "vitest";
import { countRuns } from "#activities/upkeep/count-runs.ts";
import { closeDatabase, openDatabase } from "#db/client.ts";
import { findPlaces } from "#db/queries/activity/activity-places.ts";
import { activityByDay, countRecentRuns } from "#db/queries/activity/run-statistics.ts";
import { apiWithRunner } from "#test/support/api-with-runner.ts";
import { createTestEnvironment, type TestEnvironment } from "#test/support/environment.ts";
import { anAcceptedEvent, aStep, aWorkflow } from "#test/support/event.ts";
import { isExhaustive } from "#test/support/in-turn.ts";
import { testDatabaseUrl } from "#test/support/postgres.ts";
import { explainedBy } from "#test/support/prepared-plans.ts";
import { storeRuns } from "#test/support/stored-runs.ts";

const { api, environment: large, runner } = await apiWithRunner();
const { db } = api;
const sql = db.$client;
const [SECOND, DAY] = [1_000, 24 * 60 * 60 * 1_000];

const MANY = 200_000;
const SUBSCRIBERS = 60_000;
/** Runs of a few seconds some days ago, more than are in one span. */
const AT_ONCE = 30_000;
/** Longest time of an answer, in milliseconds. */
const ANSWER_MS = 200;

interface Workflow {
  id: string;
  versionId: string;
}

/** The statistics, from the runs alone. */
async function countedFromRuns({ scope }: TestEnvironment, since: Date) {
  const within = (back: string) => sql`(
    select count(*)::int from runs where environment_id = ${scope.environmentId}
      and created_at >= greatest(now() - ${back}::interval, ${since.toISOString()}))`;
  const [totals] = await sql`select ${within("7 days")} as week, ${within("1 month")} as month`;
  const days = await sql`
    select to_char(created_at at time zone 'UTC', 'YYYY-MM-DD') as day, count(*)::int * 2 as count from runs
    where environment_id = ${scope.environmentId} and created_at >= greatest(now() - interval '32 days', ${since.toISOString()})
    group by 1 order by 1 desc`;
  return { totals, days: [...days] };
}

/** The statistics as the routes have them. */
async function statistics({ scope }: TestEnvironment, since: Date) {
  const days = await activityByDay(db, scope, { days: 32, since });
  return { totals: await countRecentRuns(db, scope, since), days: days.map(({ day, count }) => ({ day, count })) };
}

let first: Workflow;
let second: Workflow;
/** A workflow of three runs, on three days. */
let rare: Workflow;
/** Somewhere among the many runs of some seconds. */
let amongMany: Date;
beforeAll(async () => {
  const someone = `md5('s' || n % ${SUBSCRIBERS})::uuid`;
  first = await aWorkflow(db, large, [aStep("in_app"), aStep("email")]);
  second = await aWorkflow(db, large, [aStep("sms"), aStep("in_app")]);
  // Over 40 days, the latest ones of now; and many that begin together, of which half have one moment.
  await storeRuns(
    db,
    large,
    first,
    MANY - AT_ONCE,
    `now() - n * interval '${(40 * DAY) / (MANY - AT_ONCE)} milliseconds'`,
    someone,
  );
  amongMany = new Date(Date.now() - 6.5 * DAY);
  const begun = `timestamptz '${amongMany.toISOString()}' + (n % 2) * (n - 15_000) * interval '200 microseconds'`;
  await storeRuns(db, large, second, AT_ONCE, begun);
  rare = await aWorkflow(db, large, [aStep("push"), aStep("chat")]);
  await storeRuns(db, large, rare, 3, "now() - n * interval '9 days'");
  await countRuns(runner.deps);
  await sql`
    insert into subscribers (id, organization_id, environment_id, subscriber_id, email)
    select ${sql.unsafe(someone)}, ${large.scope.organizationId}, ${large.scope.environmentId}, 's' || n, 's' || n || '@example.com'
    from generate_series(0, ${SUBSCRIBERS - 1}::int) n`;
  await sql`analyze subscribers`;
}, 120_000);

test("statistics of spans are those of the runs, wherever they begin", async () => {
  const ago = (milliseconds: number) => new Date(Date.now() - milliseconds);
  for (const since of [
    new Date(0),
    ago(6.9 * DAY),
    amongMany,
    new Date(amongMany.getTime() + SECOND),
    ago(10 * SECOND),
  ]) {
    const [counted, expected] = [await statistics(large, since), await countedFromRuns(large, since)];
    // A run may cross the border of a week or a month while the two are read.
    expect(Math.abs(counted.totals.week - Number(expected.totals?.week))).toBeLessThanOrEqual(1);
    expect(Math.abs(counted.totals.month - Number(expected.totals?.month))).toBeLessThanOrEqual(1);
    const [days, expectedDays] = [counted.days, expected.days];
    expect(days.slice(0, -1)).toEqual(expectedDays.slice(0, -1));
    expect(days).toHaveLength(expectedDays.length);
    expect(Math.abs((days.at(-1)?.count ?? 0) - Number(expectedDays.at(-1)?.count ?? 0))).toBeLessThanOrEqual(2);
  }
});

/** One connection, on which the driver has read the types that it knows: the rows of what follows are counted. */
async function aConnection() {
  const one = openDatabase(testDatabaseUrl(), { poolSize: 1 });
  await one.$client`select 1`;
  return one;
}

test(`of ${MANY} runs, statistics read a span at most`, async () => {
  const one = await aConnection();
  const rowsRead = async () => {
    const costs = await explainedBy(one, async () => {
      await countRecentRuns(one, large.scope);
      await activityByDay(one, large.scope, { days: 366 });
    });
    return costs.reduce((sum, { rows }) => sum + rows, 0);
  };
  // Three statistics, each of which may begin within a span.
  const bound = 3 * 20_000;
  expect(await rowsRead()).toBeLessThan(bound);
  await sql`vacuum (analyze) runs, run_counts, run_count_watermarks`;
  expect(await rowsRead()).toBeLessThan(bound);
  await closeDatabase(one);
});

// Beside other tests it would take longer.
test.runIf(isExhaustive())(`of ${MANY} runs, statistics are answered within ${ANSWER_MS} ms`, async () => {
  for (const url of ["/stats", "/graph/stats"]) {
    const took = [];
    for (let call = 0; call < 3; call++) {
      const began = performance.now();
      const reply = await api.app.inject({ url: `/v1/notifications${url}`, headers: large.headers });
      took.push(performance.now() - began);
      expect(reply.statusCode).toBe(200);
    }
    expect(Math.min(...took)).toBeLessThan(ANSWER_MS);
  }
});

/** A page of the list, and its runs. */
async function list(environment: TestEnvironment, query: string) {
  const reply = await api.app.inject({ url: `/v1/notifications?${query}`, headers: environment.headers });
  const body = reply.json();
  return { status: reply.statusCode, body, ids: (body.data ?? []).map(({ _id }: { _id: string }) => _id) };
}

test(`of ${MANY} runs, a page by workflow, channel, severity or part of an address reads a part that does not grow`, async () => {
  const one = await aConnection();
  const rowsRead = async (filter: Parameters<typeof findPlaces>[2]) => {
    const costs = await explainedBy(one, () => findPlaces(one, large.scope, filter, { skipped: 0, limit: 11 }));
    return costs.reduce((sum, { rows }) => sum + rows, 0);
  };
  expect(await rowsRead({ workflowIds: [first.id] })).toBeLessThan(300);
  expect(await rowsRead({ channels: ["email"] })).toBeLessThan(300);
  // The spans of its three runs.
  const ofRare = 3 * 20_000 + 1_000;
  expect(await rowsRead({ workflowIds: [rare.id] })).toBeLessThan(ofRare);
  expect(await rowsRead({ channels: ["push"] })).toBeLessThan(2 * ofRare);
  // The latest runs, each with its workflow.
  expect(await rowsRead({ severities: ["high"] })).toBeLessThan(2 * 20_000 + 1_000);
  expect(await rowsRead({ topicKey: "crew" })).toBeLessThan(2 * 20_000 + 1_000);
  // Those runs, and the subscriber of each.
  expect(await rowsRead({ search: "nobody" })).toBeLessThan(2 * 20_000 + 1_000);
  await closeDatabase(one);
});

test(`of ${MANY} runs, a page of those with failures reads these alone`, async () => {
  await sql`
    insert into jobs (id, organization_id, environment_id, run_id, step_id, position, type, status, finished_at, expire_at)
    select gen_random_uuid(), organization_id, environment_id, id, gen_random_uuid(), 0, 'email', 'failed', now(), expire_at
    from runs where workflow_id = ${rare.id}`;
  const one = await aConnection();
  const places: { id: string }[] = [];
  const costs = await explainedBy(one, async () => {
    const found = await findPlaces(one, large.scope, { failedAfter: new Date(0) }, { skipped: 0, limit: 11 });
    places.push(...(found ?? []));
  });
  expect(places).toHaveLength(3);
  expect(costs.reduce((sum, { rows }) => sum + rows, 0)).toBeLessThan(100);
  await closeDatabase(one);
});

test("a workflow's runs are found wherever they are among the others, and within a range only there", async () => {
  const stored = await sql`select id, created_at from runs where workflow_id = ${rare.id} order by created_at desc`;
  const ids = stored.map(({ id }) => id);
  expect((await list(large, `templates=${rare.id}`)).ids).toEqual(ids);
  expect((await list(large, "channels=push&limit=2")).body).toMatchObject({ hasMore: true, next: expect.any(String) });
  const range = `after=${new Date(Date.now() - 20 * DAY).toISOString()}&before=${new Date(Date.now() - 10 * DAY).toISOString()}`;
  expect((await list(large, `channels=push&${range}`)).ids).toEqual([ids[1]]);
});

test("pages by cursor show each run once, also those that began at one moment", async () => {
  const shown: string[] = [];
  let next = "";
  for (let page = 0; page < 4; page++) {
    const { body, ids } = await list(large, `templates=${second.id}&limit=100&cursor=${next}`);
    shown.push(...ids);
    next = body.next;
  }
  const expected = await sql`
    select id from runs where workflow_id = ${second.id} order by created_at desc, id desc limit 400`;
  expect(shown).toEqual(expected.map(({ id }) => id));
  const atOnce = Buffer.from(
    `${amongMany.toISOString().replace("T", " ").replace("Z", "+00")}|${"f".repeat(8)}-ffff-4fff-8fff-${"f".repeat(12)}`,
  );
  const former = await list(large, `cursor=${atOnce.toString("base64url")}`);
  const later = await list(large, `cursor=${former.body.next}`);
  expect(new Set([...former.ids, ...later.ids]).size).toBe(20);
  expect((await list(large, "cursor=nonsense")).status).toBe(400);
});

test("a page after more than 50,000 runs is refused by name, and empty where there are fewer", async () => {
  expect((await list(large, "limit=100&page=500")).status).toBe(200);
  const ofRare = await list(large, `limit=100&page=501&templates=${rare.id}`);
  expect([ofRare.status, ofRare.body]).toEqual([200, { page: 501, pageSize: 100, hasMore: false, data: [] }]);
  const { status, body } = await list(large, "limit=100&page=501");
  expect([status, body.message]).toEqual([400, expect.stringContaining("page must not begin after more than 50000")]);
});

test("a page by workflow is full although the latest of the workflow's runs were erased", async () => {
  const environment = await createTestEnvironment(db);
  const workflow = await aWorkflow(db, environment, [aStep("in_app")]);
  await storeRuns(db, environment, workflow, 10, "now() - n * interval '1 day'");
  await countRuns(runner.deps);
  await sql`
    delete from runs where environment_id = ${environment.environmentId} and created_at > now() - interval '7.5 days'`;
  expect((await list(environment, `templates=${workflow.id}&limit=2`)).body).toMatchObject({ hasMore: true });
  expect((await list(environment, `templates=${workflow.id}&limit=2&page=1`)).ids).toHaveLength(1);
});

test("passes at once, and one after the other, count each run once, and the latest when they are minutes old", async () => {
  const environment = await createTestEnvironment(db);
  const workflow = await aWorkflow(db, environment, [aStep("in_app"), aStep("email")]);
  await storeRuns(db, environment, workflow, 1_000, "now() - n * interval '1 hour'");
  await storeRuns(db, environment, workflow, 10, "now() - n * interval '1 second'");
  await Promise.all([countRuns(runner.deps), countRuns(runner.deps), countRuns(runner.deps)]);
  await countRuns(runner.deps);
  const inSpans = async () => {
    const [row] =
      await sql`select sum(runs)::int as runs from run_counts where environment_id = ${environment.environmentId}`;
    return row?.runs;
  };
  expect(await inSpans()).toBe(1_000);
  const all = new Date(0);
  expect(await statistics(environment, all)).toEqual(await countedFromRuns(environment, all));
  // In place of waiting: the latest began just after those that are counted.
  await sql`
    update runs set created_at = counted_until from run_count_watermarks w
    where runs.environment_id = ${environment.environmentId} and created_at > now() - interval '1 minute'
      and w.environment_id = runs.environment_id`;
  await countRuns(runner.deps);
  expect(await inSpans()).toBe(1_010);
  expect(await statistics(environment, all)).toEqual(await countedFromRuns(environment, all));
});

test("a worker whose clock is late stores no run among those that are counted", async () => {
  const environment = await createTestEnvironment(db);
  const workflow = await aWorkflow(db, environment, [aStep("in_app")]);
  const { ref } = await anAcceptedEvent(db, environment, workflow, { to: "ada" });
  runner.skip(-DAY);
  await runner.start(ref);
  runner.skip(DAY);
  const [run] = await sql`
    select created_at > now() - interval '2 minutes' as "isLate" from runs where event_id = ${ref.eventId}`;
  expect(run?.isLate).toBe(true);
});

test("counts of runs that were erased or have expired stay for as long as the graph goes back", async () => {
  const environment = await createTestEnvironment(db);
  const workflow = await aWorkflow(db, environment, [aStep("in_app"), aStep("email")]);
  await storeRuns(db, environment, workflow, 3, "now() - interval '2 days'");
  await countRuns(runner.deps);
  await sql`delete from runs where environment_id = ${environment.environmentId}`;
  const days = () => activityByDay(db, environment.scope, { days: 366 });
  const expected = [{ count: 6, workflowIds: [workflow.id], channels: ["in_app", "email"] }];
  expect(await days()).toMatchObject(expected);
  await runner.call(runner.activities.housekeep);
  expect(await days()).toMatchObject(expected);
  runner.skip(370 * DAY);
  await runner.call(runner.activities.housekeep);
  runner.skip(-370 * DAY);
  expect(await days()).toEqual([]);
});
