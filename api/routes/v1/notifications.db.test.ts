import { randomUUID } from "node:crypto";
import { eq, inArray } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { DETAILS } from "#contract/constants/details.ts";
import { Activity } from "#contract/notifications.ts";
import { cohortIdOf } from "#db/derived-ids.ts";
import { cancelEventRow } from "#db/queries/events/cancel-event.ts";
import { loadEvent } from "#db/queries/events/load-event.ts";
import { eventContents } from "#db/schema/events/event-contents.ts";
import { executionDetails } from "#db/schema/runs/execution-details.ts";
import { jobs } from "#db/schema/runs/jobs.ts";
import { runs } from "#db/schema/runs/runs.ts";
import { createTestEnvironment, type TestEnvironment, testApp } from "#test/support/environment.ts";
import { anAcceptedEvent, aStep, aWorkflow } from "#test/support/event.ts";
import { fakeEngine } from "#test/support/fake-engine.ts";
import { createTestSubscriber } from "#test/support/inbox.ts";

const { engine } = fakeEngine({
  runUrl: (executionId) => `http://ui/${executionId}`,
});
const server = await testApp({ engine });
const { app, db } = server;
afterAll(() => server.close());

const inAppAndEmail = [aStep("in_app"), aStep("email")];

/** A run of a workflow of these steps, as resolving its event leaves it. */
async function aRun(environment: TestEnvironment, steps = inAppAndEmail, given: object = {}) {
  const { scope } = environment;
  const workflow = await aWorkflow(db, environment, steps);
  const subscriber = await createTestSubscriber(db, scope);
  const { ref, stepIds } = await anAcceptedEvent(db, environment, workflow, given);
  const event = await loadEvent(db, ref);
  const runId = randomUUID();
  const { transactionId, expireAt } = event;
  const pinned = { eventId: event.id, workflowId: workflow.id, workflowVersionId: workflow.versionId };
  await db.insert(runs).values({
    id: runId,
    ...scope,
    ...pinned,
    cohortId: cohortIdOf(event.id, 0),
    subscriberId: subscriber.id,
    transactionId,
    source: "single",
    position: 0,
    expireAt,
  });
  const jobIds = stepIds.map(() => randomUUID());
  await db.insert(jobs).values(
    steps.map(({ template }, position) => ({
      ...scope,
      id: jobIds[position] ?? "",
      runId,
      stepId: stepIds[position] ?? "",
      position,
      type: template.type,
      status: "pending" as const,
      expireAt,
    })),
  );
  return { runId, jobIds, stepIds, workflow, subscriber, event };
}

const get = (environment: TestEnvironment, url = "") =>
  app.inject({ url: `/v1/notifications${url}`, headers: environment.headers });

async function idsOf(environment: TestEnvironment, query: string): Promise<string[]> {
  return (await get(environment, query)).json().data.map(({ _id }: { _id: string }) => _id);
}

test("each trigger gives an activity per subscriber, newest first, with workflow, subscriber and channels", async () => {
  const environment = await createTestEnvironment(db);
  const first = await aRun(environment);
  const second = await aRun(environment);
  const reply = await get(environment);
  expect(reply.statusCode).toBe(200);
  const { data, ...page } = reply.json();
  expect(page).toEqual({ page: 0, pageSize: 10, hasMore: false });
  expect(data.map(({ _id }: Activity) => _id)).toEqual([second.runId, first.runId]);
  expect(Activity.parse(data[1])).toMatchObject({
    _templateId: first.workflow.id,
    _subscriberId: first.subscriber.id,
    transactionId: first.event.transactionId,
    channels: ["in_app", "email"],
    source: "single",
    version: 1,
    engineUrl: `http://ui/${first.event.executionId}`,
    template: { name: first.workflow.name, triggers: [{ type: "event", identifier: first.workflow.identifier }] },
    subscriber: { subscriberId: first.subscriber.subscriberId, firstName: "Grace" },
    jobs: [
      { type: "in_app", status: "pending" },
      { type: "email", status: "pending" },
    ],
  });
});

test("a page holds ten, and says whether more follow", async () => {
  const environment = await createTestEnvironment(db);
  const { runId } = await aRun(environment);
  const [run] = await db.select().from(runs).where(eq(runs.id, runId));
  if (!run) throw new Error("The run that was just made is not there");
  await db.insert(runs).values(Array.from({ length: 10 }, () => ({ ...run, id: randomUUID() })));
  const first = (await get(environment)).json();
  expect(first).toMatchObject({ hasMore: true, pageSize: 10, page: 0 });
  expect(first.data).toHaveLength(10);
  const second = (await get(environment, "?page=1")).json();
  expect(second).toMatchObject({ hasMore: false, page: 1 });
  expect(second.data).toHaveLength(1);
});

test("activity is found by the severity of the event, or else of its workflow", async () => {
  const environment = await createTestEnvironment(db);
  const plain = await aRun(environment);
  const low = await aRun(environment);
  await db.$client`update workflows set severity = 'low' where id = ${low.workflow.id}`;
  const high = await aRun(environment, inAppAndEmail, { overrides: { severity: "high" } });
  await db.$client`update workflows set severity = 'low' where id = ${high.workflow.id}`;
  expect(await idsOf(environment, "?severity=low")).toEqual([low.runId]);
  expect(await idsOf(environment, "?severity=high&severity=none")).toEqual([high.runId, plain.runId]);
});

test("activity is found by the moment of a step's failure, each run once, with the other filters", async () => {
  const environment = await createTestEnvironment(db);
  const [early, late, resumed] = [await aRun(environment), await aRun(environment), await aRun(environment)];
  await aRun(environment);
  const fail = (jobIds: readonly string[], finishedAt: string, status: "failed" | "completed" = "failed") =>
    db
      .update(jobs)
      .set({ status, finishedAt: new Date(finishedAt) })
      .where(inArray(jobs.id, [...jobIds]));
  await fail(early.jobIds, "2026-01-05T09:00:00.000Z");
  await fail(late.jobIds, "2026-01-05T10:00:00.000Z");
  await fail(resumed.jobIds, "2026-01-05T10:00:00.000Z", "completed");
  expect(await idsOf(environment, "?failedAfter=2026-01-05T09:00:00.000Z")).toEqual([late.runId, early.runId]);
  expect(await idsOf(environment, "?failedAfter=2026-01-05T09:00:00.001Z")).toEqual([late.runId]);
  const since = "?failedAfter=2026-01-05T09:00:00.000Z";
  expect(await idsOf(environment, `${since}&limit=1&page=1`)).toEqual([early.runId]);
  expect(await idsOf(environment, `${since}&templates=${early.workflow.id}`)).toEqual([early.runId]);
  expect(await idsOf(environment, `${since}&channels=sms`)).toEqual([]);
  expect(await idsOf(environment, `${since}&subscriberIds=${early.subscriber.subscriberId}`)).toEqual([early.runId]);
  expect(await idsOf(environment, `${since}&transactionId=${late.event.transactionId}`)).toEqual([late.runId]);
  const { next } = (await get(environment, `${since}&limit=1`)).json();
  expect(await idsOf(environment, `${since}&limit=1&cursor=${next}`)).toEqual([early.runId]);
  expect(await idsOf(await createTestEnvironment(db), since)).toEqual([]);
});

test("activity is found by channel, workflow, subscriber, address, transaction and search", async () => {
  const environment = await createTestEnvironment(db);
  const email = await aRun(environment, [aStep("email")]);
  const sms = await aRun(environment, [aStep("sms")]);
  const address = `Grace.${randomUUID()}@Example.com`;
  const { subscriberId } = email.subscriber;
  await app.inject({
    method: "PUT",
    url: `/v1/subscribers/${subscriberId}`,
    headers: environment.headers,
    payload: { email: address },
  });

  expect(await idsOf(environment, "?channels=sms")).toEqual([sms.runId]);
  expect(await idsOf(environment, "?channels[]=sms&channels[]=email")).toEqual([sms.runId, email.runId]);
  expect(await idsOf(environment, `?templates=${sms.workflow.id}`)).toEqual([sms.runId]);
  expect(await idsOf(environment, `?transactionId=${sms.event.transactionId}`)).toEqual([sms.runId]);
  expect(await idsOf(environment, `?subscriberIds=${subscriberId}`)).toEqual([email.runId]);
  expect(await idsOf(environment, `?emails=${address}`)).toEqual([email.runId]);
  expect(await idsOf(environment, `?search=${address.slice(2, 20).toLowerCase()}`)).toEqual([email.runId]);
  expect(await idsOf(environment, `?search=${subscriberId}`)).toEqual([email.runId]);
  expect(await idsOf(environment, "?search=%25")).toEqual([]);
  expect(await idsOf(environment, `?emails=${address}&subscriberIds=${sms.subscriber.subscriberId}`)).toEqual([
    sms.runId,
    email.runId,
  ]);
});

test("a subscriber filter that fits nobody gives an empty first page", async () => {
  const environment = await createTestEnvironment(db);
  await aRun(environment);
  const reply = await get(environment, "?subscriberIds=nobody&page=3");
  expect(reply.json()).toEqual({ page: 0, pageSize: 10, hasMore: false, data: [] });
});

test.each(["channels=pigeon", "templates=nonsense", "failedAfter=yesterday"])(
  "a filter %s is refused by name",
  async (query) => {
    const environment = await createTestEnvironment(db);
    const reply = await get(environment, `?${query}`);
    expect(reply.statusCode).toBe(400);
    expect(reply.json().message[0]).toMatch(new RegExp(`^${query.split("=")[0]}`));
  },
);

test("one activity tells what happened to each of its jobs, in order, and what the steps say", async () => {
  const environment = await createTestEnvironment(db);
  const { runId, jobIds, stepIds, event } = await aRun(environment, inAppAndEmail, { payload: { order: 7 } });
  const [jobId = ""] = jobIds;
  const queuedAt = new Date(Date.now() + 10);
  await db
    .update(jobs)
    .set({ status: "completed", providerId: "belfry", queuedAt, startedAt: queuedAt, finishedAt: queuedAt })
    .where(eq(jobs.id, jobId));
  const detail = { ...environment.scope, runId, jobId, source: "Internal" as const, expireAt: event.expireAt };
  await db.insert(executionDetails).values([
    { ...detail, detail: DETAILS.messageCreated, status: "Pending", createdAt: new Date(queuedAt.getTime() + 1) },
    {
      ...detail,
      detail: DETAILS.messageSent,
      status: "Success",
      createdAt: new Date(queuedAt.getTime() + 2),
      raw: "{}",
    },
  ]);

  const reply = await get(environment, `/${runId}`);
  expect(reply.statusCode).toBe(200);
  const activity = Activity.parse(reply.json().data);
  expect(activity.payload).toEqual({ order: 7 });
  const [first, second] = activity.jobs;
  expect(first).toMatchObject({
    status: "completed",
    providerId: "belfry",
    step: { _id: stepIds[0], _parentId: null, template: { content: "in_app for {{ subscriber.firstName }}" } },
  });
  expect(second?.step).toMatchObject({ _id: stepIds[1], _parentId: stepIds[0] });
  expect(first?.executionDetails.map(({ detail, status }) => [detail, status])).toEqual([
    [DETAILS.stepCreated, "Pending"],
    [DETAILS.stepQueued, "Pending"],
    [DETAILS.startSending, "Pending"],
    [DETAILS.messageCreated, "Pending"],
    [DETAILS.messageSent, "Success"],
  ]);
  expect(first?.executionDetails.at(-1)?.raw).toBe("{}");
});

test("a step is shown with all that its template has", async () => {
  const environment = await createTestEnvironment(db);
  const ofBell = { avatar: "https://example.com/{{ order }}.png", data: { order: "{{ order }}" } };
  const ofMail = { from: "orders@example.com", replyTo: "help@example.com", unescaped: true } as const;
  const { runId } = await aRun(environment, [aStep("in_app", ofBell), aStep("email", ofMail)]);
  const reply = await get(environment, `/${runId}`);
  expect(reply.statusCode, reply.body).toBe(200);
  expect(reply.json().data.jobs).toMatchObject([{ step: { template: ofBell } }, { step: { template: ofMail } }]);
});

test("each job has what it has of its event, but for content that is large", async () => {
  const environment = await createTestEnvironment(db);
  const { runId, event } = await aRun(environment, inAppAndEmail, { payload: { order: 7 } });
  const tenant = { identifier: "acme", name: "Acme" };
  const change = (values: Partial<typeof eventContents.$inferInsert>) =>
    db.update(eventContents).set(values).where(eq(eventContents.eventId, event.id));
  await change({ overrides: { email: { from: "a@example.com" } }, actor: { subscriberId: "bob" }, tenant });
  const shown = async () => {
    const listed: Activity = (await get(environment)).json().data[0];
    const one: Activity = (await get(environment, `/${runId}`)).json().data;
    return [listed, one];
  };
  for (const { to, jobs: shownJobs } of await shown()) {
    const rest = { overrides: { email: { from: "a@example.com" } }, tenant: { identifier: "acme" }, actorId: "bob" };
    const expected = { payload: { order: 7 }, to, ...rest };
    expect(shownJobs).toMatchObject([expected, expected]);
  }
  const payload = { text: "x".repeat(10_000) };
  await change({ payload });
  for (const activity of await shown()) {
    expect(activity.payload).toEqual(payload);
    expect(activity.jobs.map((job) => [job.payload, job.actorId])).toEqual([
      [undefined, "bob"],
      [undefined, "bob"],
    ]);
  }
});

test("what has not begun of a cancelled event is shown cancelled at once, and what has begun as it is", async () => {
  const environment = await createTestEnvironment(db);
  const { runId, jobIds, event } = await aRun(environment, [aStep("in_app"), aStep("email"), aStep("sms")]);
  await db
    .update(jobs)
    .set({ status: "completed" })
    .where(eq(jobs.id, jobIds[0] ?? ""));
  await db
    .update(jobs)
    .set({ status: "running" })
    .where(eq(jobs.id, jobIds[1] ?? ""));
  expect(
    await db.transaction((transaction) => cancelEventRow(transaction, environment.scope, event.transactionId)),
  ).toBeDefined();
  const statuses = ({ jobs }: Activity) => jobs.map(({ status }) => status);
  expect(statuses((await get(environment)).json().data[0])).toEqual(["completed", "running", "canceled"]);
  expect(statuses((await get(environment, `/${runId}`)).json().data)).toEqual(["completed", "running", "canceled"]);
});

test("an unknown activity, or another environment's, is not found, and what is no id is refused", async () => {
  const environment = await createTestEnvironment(db);
  const { runId } = await aRun(environment);
  expect((await get(environment, `/${randomUUID()}`)).statusCode).toBe(404);
  expect((await get(environment, "/nonsense")).statusCode).toBe(400);
  const headers = { authorization: `ApiKey ${environment.productionApiKey}` };
  expect((await app.inject({ url: `/v1/notifications/${runId}`, headers })).statusCode).toBe(404);
  expect((await app.inject({ url: "/v1/notifications", headers })).json().data).toEqual([]);
  expect((await app.inject({ url: "/v1/notifications" })).statusCode).toBe(401);
});

test("statistics count the runs of a week and of a month", async () => {
  const environment = await createTestEnvironment(db);
  expect((await get(environment, "/stats")).json()).toEqual({ data: { weeklySent: 0, monthlySent: 0 } });
  const day = 24 * 60 * 60 * 1000;
  for (const age of [0, 6, 8, 20, 40]) {
    const { runId } = await aRun(environment);
    await db
      .update(runs)
      .set({ createdAt: new Date(Date.now() - age * day) })
      .where(eq(runs.id, runId));
  }
  expect((await get(environment, "/stats")).json()).toEqual({ data: { weeklySent: 2, monthlySent: 4 } });
});

test("the graph counts each run once for every channel that it has, day by day", async () => {
  const environment = await createTestEnvironment(db);
  expect((await get(environment, "/graph/stats")).json()).toEqual({ data: [] });
  const [first, second] = [await aRun(environment), await aRun(environment)];
  const { data } = (await get(environment, "/graph/stats?days=7")).json();
  expect(data).toEqual([
    {
      _id: new Date().toISOString().slice(0, 10),
      count: 4,
      templates: expect.arrayContaining([first.workflow.id, second.workflow.id]),
      channels: ["in_app", "email"],
    },
  ]);
});

test("a run is marked as handled by whoever does it, and the mark is taken back", async () => {
  const environment = await createTestEnvironment(db);
  const { runId } = await aRun(environment);
  const change = (method: "POST" | "DELETE", id = runId) =>
    app.inject({ method, url: `/v1/notifications/${id}/handled`, headers: environment.headers });
  const marked = await change("POST");
  expect(marked.statusCode).toBe(200);
  const { handled } = marked.json().data;
  expect(handled).toEqual({
    name: expect.stringMatching(/./),
    keyEnd: expect.stringMatching(/./),
    at: expect.stringMatching(/Z$/),
  });
  expect((await get(environment, `/${runId}`)).json().data.handled).toEqual(handled);
  expect((await change("DELETE")).json().data.handled).toBeUndefined();
  expect((await change("POST", randomUUID())).statusCode).toBe(404);
  const other = await createTestEnvironment(db);
  const foreign = await app.inject({
    method: "POST",
    url: `/v1/notifications/${runId}/handled`,
    headers: other.headers,
  });
  expect(foreign.statusCode).toBe(404);
});

const wait = aStep("delay", {}, { metadata: { type: "regular", amount: 1, unit: "hours" } });

test("the delay at which a run waits is ended, and a run that waits at none is refused", async () => {
  const environment = await createTestEnvironment(db);
  const { runId, jobIds } = await aRun(environment, [wait, aStep("email")]);
  const end = () =>
    app.inject({ method: "POST", url: `/v1/notifications/${runId}/end-delay`, headers: environment.headers });
  expect((await end()).statusCode).toBe(409);
  const dueAt = new Date(Date.now() + 3_600_000);
  await db
    .update(jobs)
    .set({ status: "delayed", dueAt })
    .where(eq(jobs.id, jobIds[0] ?? ""));
  await db.update(runs).set({ dueAt }).where(eq(runs.id, runId));
  const reply = await end();
  expect(reply.statusCode).toBe(200);
  const [job] = Activity.parse(reply.json().data).jobs;
  expect(Date.parse(job?.dueAt ?? "")).toBeLessThanOrEqual(Date.now());
  expect(job?.executionDetails.at(-1)?.detail).toBe(DETAILS.delayEndedEarly);
  const [run] = await db.select().from(runs).where(eq(runs.id, runId));
  expect(run?.dueAt?.getTime()).toBeLessThanOrEqual(Date.now());
  expect(run?.revision).toBe(1);
});
