import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { RETENTION_DAYS } from "#contract/constants/limits.ts";
import { executionDetails } from "#db/schema/runs/execution-details.ts";
import { jobs } from "#db/schema/runs/jobs.ts";
import { runs } from "#db/schema/runs/runs.ts";
import { createTestEnvironment, type TestEnvironment, testApp } from "#test/support/environment.ts";
import { storeSubscribers } from "#test/support/subscribers.ts";

let api: Awaited<ReturnType<typeof testApp>>;
beforeAll(async () => {
  api = await testApp();
});
afterAll(() => api.close());

const after = (seconds: number) => new Date(Date.now() + seconds * 1000);

/** A run with one e-mail job that was sent, as the engine leaves it. */
async function sentRun({ scope }: TestEnvironment, subscriberId: string) {
  const { rows } = await storeSubscribers(api.db, scope, [{ subscriberId }]);
  const [run, job] = [randomUUID(), randomUUID()];
  const shared = { ...scope, expireAt: after(RETENTION_DAYS * 86_400) };
  await api.db.insert(runs).values({
    ...shared,
    id: run,
    eventId: randomUUID(),
    cohortId: randomUUID(),
    position: 1,
    workflowId: randomUUID(),
    workflowVersionId: randomUUID(),
    subscriberId: rows[0]?.id ?? "",
    transactionId: "transaction-1",
    source: "single",
  });
  await api.db.insert(jobs).values({
    ...shared,
    id: job,
    runId: run,
    stepId: randomUUID(),
    position: 0,
    type: "email",
    status: "completed",
    queuedAt: after(1),
    startedAt: after(2),
  });
  const common = { ...shared, runId: run, jobId: job, source: "Internal" as const };
  await api.db.insert(executionDetails).values([
    { ...common, detail: "Message created", status: "Pending", createdAt: after(3) },
    {
      ...common,
      detail: "Message sent",
      status: "Success",
      createdAt: after(4),
      providerId: "belfry-email",
      messageId: randomUUID(),
      raw: '{"id":"x","deviceToken":"device-one","credentials":{"deviceTokens":["device-two"],"webhookUrl":"https://a.example"}}',
    },
  ]);
  return { run, job };
}

const read = (headers: Record<string, string>, query: Record<string, string>) =>
  api.app.inject({ method: "GET", url: "/v1/execution-details", headers, query });

test("a run's history holds what was stored and what stands in its jobs, in order of creation", async () => {
  const environment = await createTestEnvironment(api.db);
  const { run, job } = await sentRun(environment, "ada");
  const reply = await read(environment.headers, { notificationId: run, subscriberId: "ada" });
  expect(reply.statusCode).toBe(200);
  const { data } = reply.json();
  expect(data.map(({ channel, detail }: { channel: string; detail: string }) => `${channel}: ${detail}`)).toEqual([
    "trigger: Step created",
    "trigger: Step queued",
    "trigger: Start sending message",
    "email: Step created",
    "email: Step queued",
    "email: Start sending message",
    "email: Message created",
    "email: Message sent",
  ]);
  expect(data.at(-1)).toMatchObject({
    _id: expect.any(String),
    _notificationId: run,
    _jobId: job,
    _environmentId: environment.environmentId,
    transactionId: "transaction-1",
    status: "Success",
    source: "Internal",
    providerId: "belfry-email",
    raw: '{"id":"x","deviceToken":"nvsk.-one","credentials":{"deviceTokens":["nvsk.-two"],"webhookUrl":"nvsk.mple"}}',
    isTest: false,
    isRetry: false,
  });
  expect(data[0]).not.toHaveProperty("raw");
});

test("a detail has the code of what happened, where it has one", async () => {
  const environment = await createTestEnvironment(api.db);
  const { run, job } = await sentRun(environment, "ada");
  const shared = { ...environment.scope, runId: run, jobId: job, source: "Internal" as const, expireAt: after(86_400) };
  await api.db.insert(executionDetails).values([
    { ...shared, detail: "Subscriber missing recipient details", status: "Failed", createdAt: after(5) },
    { ...shared, detail: "Unexpected provider error", status: "Failed", createdAt: after(6) },
  ]);
  const codesOf = (details: { code?: number }[]) => details.map(({ code }) => code);
  const reply = await read(environment.headers, { notificationId: run, subscriberId: "ada" });
  expect(codesOf(reply.json().data)).toEqual([
    // The event's own job, which has the type of a trigger step.
    1000,
    undefined,
    1009,
    // A mail that was created and sent has none.
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
    3002,
    1008,
  ]);
});

test("an unknown subscriber is 404; an unknown run, or another's, has no history", async () => {
  const environment = await createTestEnvironment(api.db);
  const { run } = await sentRun(environment, "ada");
  await sentRun(environment, "eve");
  const history = async (notificationId: string, subscriberId: string) => {
    const reply = await read(environment.headers, { notificationId, subscriberId });
    return { status: reply.statusCode, data: reply.json().data };
  };
  expect(await history(run, "nobody")).toMatchObject({ status: 404 });
  expect(await history(randomUUID(), "ada")).toEqual({ status: 200, data: [] });
  expect(await history(run, "eve")).toEqual({ status: 200, data: [] });
});

test("run and subscriber are both needed, the run's id as a UUID", async () => {
  const { headers } = await createTestEnvironment(api.db);
  const reply = await read(headers, { notificationId: "x" });
  expect(reply.statusCode).toBe(400);
  expect(reply.json().message).toEqual([
    "notificationId must be a UUID",
    "subscriberId should not be null or undefined",
    "subscriberId must be a string",
  ]);
});

test("another environment does not see the history", async () => {
  const environment = await createTestEnvironment(api.db);
  const { run } = await sentRun(environment, "ada");
  const stranger = await createTestEnvironment(api.db);
  await sentRun(stranger, "ada");
  const reply = await read(stranger.headers, { notificationId: run, subscriberId: "ada" });
  expect(reply.json()).toEqual({ data: [] });
  expect((await read({}, { notificationId: run, subscriberId: "ada" })).statusCode).toBe(401);
});
