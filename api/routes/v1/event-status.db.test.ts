import { describe, expect, test } from "vitest";
import { DomainError } from "#domain/errors.ts";
import type { EventRef } from "#engine/refs.ts";
import { createTestEnvironment, testApp } from "#test/support/environment.ts";
import { aStep } from "#test/support/event.ts";
import { eventsApi } from "#test/support/events-api.ts";
import { fakeEngine } from "#test/support/fake-engine.ts";

// The status of events, and the calls that cancel and resume them.

const { api, environment, runner, post, request, workflowOf, triggered, statusOf, cancel } = await eventsApi();

const aDay = aStep("delay", {}, { metadata: { amount: 1, unit: "days" } as never });

test("malformed recipients are left out, and the event says which and why, as an explanation does", async () => {
  const workflow = await workflowOf([aStep("in_app")]);
  const to = ["ada", { subscriberId: "eve", firstName: 5 }, "ann@example.com", { type: "Topic" }, 7];
  const event = await triggered(workflow, to);
  await runner.start(event);
  const { runs, problems } = await statusOf(event.transactionId);
  expect(runs).toBe(2);
  const kind = "recipient_invalid";
  const idRule = "must have a subscriberId of at most 255 letters, digits, underscores and hyphens";
  const expected = [
    { kind, subject: "eve", message: "Recipient 2 must have a firstName that is a string" },
    { kind, subject: "ann@example.com", message: `Recipient 3 ${idRule}` },
    { kind, message: "Recipient 4 must have a topicKey of 1 to 255 characters" },
    { kind, message: `Recipient 5 ${idRule}` },
  ];
  expect(problems).toEqual(expected);
  const payload = { name: workflow.identifier, to };
  const explained = await api.app.inject({
    method: "POST",
    url: "/v1/events/explain",
    headers: environment.headers,
    payload,
  });
  expect(explained.json().data).toMatchObject({ dropped: 3, problems: expected });
});

test("of many malformed recipients, the first are named and the others counted", async () => {
  const event = await triggered(await workflowOf([aStep("in_app")]), ["ada", ...new Array(300).fill({})]);
  const { problems } = await statusOf(event.transactionId);
  expect(problems).toHaveLength(21);
  expect(problems[20]).toEqual({
    kind: "recipient_invalid",
    message: "280 more recipients are malformed in such ways",
  });
});

describe("cancelling", () => {
  test("an event that has not been taken up cancels it, once, and asks its execution to look", async () => {
    const { transactionId } = await triggered(await workflowOf([aStep("in_app")]));
    expect(await cancel(transactionId)).toEqual({ data: true });
    expect(api.asked).toContain(api.started.at(-1)?.executionId);
    expect(await statusOf(transactionId)).toMatchObject({ state: "canceled", runs: 0, jobs: {} });
    expect(await cancel(transactionId)).toEqual({ data: false });
  });

  test("an unknown event, or another environment's, answers false", async () => {
    const { transactionId } = await triggered(await workflowOf([aStep("in_app")]));
    const { headers } = await createTestEnvironment(api.db);
    const foreign = await api.app.inject({ method: "DELETE", url: `/v1/events/trigger/${transactionId}`, headers });
    expect(foreign.json()).toEqual({ data: false });
    expect(await cancel("never-seen")).toEqual({ data: false });
    expect(await statusOf(transactionId)).toMatchObject({ state: "accepted" });
  });

  test("shows what has not begun as cancelled at once, and keeps what has", async () => {
    const event = await triggered(await workflowOf([aStep("in_app"), aDay, aStep("in_app")]));
    const { transactionId } = event;
    await runner.start(event);
    expect(await statusOf(transactionId)).toMatchObject({
      state: "running",
      jobs: { completed: 1, delayed: 1, pending: 1 },
    });
    expect(await cancel(transactionId)).toEqual({ data: true });
    expect(api.asked).toContain(api.started.at(-1)?.executionId);

    const canceled = { state: "canceled", runs: 1, jobs: { completed: 1, canceled: 2 } };
    const feed = async () => {
      const url = `/v1/notifications?transactionId=${transactionId}`;
      const [activity] = (await api.app.inject({ url, headers: environment.headers })).json().data;
      return activity.jobs.map(({ type, status }: { type: string; status: string }) => `${type} ${status}`);
    };
    expect(await statusOf(transactionId)).toMatchObject(canceled);
    expect(await feed()).toEqual(["in_app completed", "delay canceled", "in_app canceled"]);
    // The rows follow once the execution has looked at them.
    await runner.untilItWaits({ event, cohort: 0 });
    expect(await statusOf(transactionId)).toMatchObject(canceled);
    expect(await feed()).toEqual(["in_app completed", "delay canceled", "in_app canceled"]);
    const messages = await api.db.$client`select id from messages where event_id = ${event.eventId}`;
    expect(messages).toHaveLength(1);
    expect(await cancel(transactionId)).toEqual({ data: false });
  });

  test("an event of which nothing is left answers false, and stays completed", async () => {
    const event = await triggered(await workflowOf([aStep("in_app")]));
    await runner.toEnd(event);
    expect(await cancel(event.transactionId)).toEqual({ data: false });
    expect(await statusOf(event.transactionId)).toMatchObject({ state: "completed", jobs: { completed: 1 } });
  });
});

describe("the status of an event", () => {
  test("is accepted until it is taken up, running while anything waits, and completed at its end", async () => {
    const workflow = await workflowOf([aStep("in_app"), aDay, aStep("in_app")]);
    const event = await triggered(workflow, ["status-1", "status-2"]);
    const { transactionId } = event;
    expect(await statusOf(transactionId)).toEqual({
      transactionId,
      workflow: { _id: workflow.id, version: 1 },
      state: "accepted",
      runs: 0,
      jobs: {},
      problems: [],
      engine: { resolved: false, cohorts: { started: 0, finished: 0 } },
    });
    await runner.start(event);
    expect(await statusOf(transactionId)).toMatchObject({
      state: "running",
      runs: 2,
      jobs: { completed: 2, delayed: 2, pending: 2 },
      engine: { resolved: true, cohorts: { started: 1, finished: 0 } },
    });
    await runner.toEnd(event);
    expect(await statusOf(transactionId)).toMatchObject({
      state: "completed",
      runs: 2,
      jobs: { completed: 6 },
      engine: { resolved: true, cohorts: { started: 1, finished: 1 } },
    });
  });

  test("is completed also when steps failed, and says how many", async () => {
    const workflow = await workflowOf([aStep("email", { subject: "x" }), aStep("in_app")]);
    const event = await triggered(workflow, ["without-an-address"]);
    await runner.toEnd(event);
    expect(await statusOf(event.transactionId)).toMatchObject({
      state: "completed",
      jobs: { failed: 1, completed: 1 },
    });
  });

  test("is completed when it reached nobody, and says which parts of its audience it could not serve", async () => {
    const event = await triggered(await workflowOf([aStep("in_app")]), [{ type: "Topic", topicKey: "nowhere" }]);
    await runner.toEnd(event);
    expect(await statusOf(event.transactionId)).toMatchObject({
      state: "completed",
      runs: 0,
      jobs: {},
      problems: [{ kind: "topic_not_found", subject: "nowhere" }, { kind: "no_recipients" }],
    });
  });

  test("is 404 for an unknown one", async () => {
    expect((await request("GET", "never-seen")).statusCode).toBe(404);
  });
});

describe("an event whose execution ended before its time", () => {
  const reason = "An operator cancelled the execution";
  const stop = (event: EventRef) => runner.call(runner.activities.stopOwned, { event, reason });

  test("is stopped, says why, and is not started again by a trigger", async () => {
    const workflow = await workflowOf([aStep("in_app"), aDay, aStep("in_app")]);
    const event = await triggered(workflow);
    const { transactionId } = event;
    await runner.start(event);
    await stop(event);
    expect(await statusOf(transactionId)).toMatchObject({
      state: "stopped",
      stopReason: reason,
      jobs: { completed: 1, failed: 1, canceled: 1 },
    });
    const started = api.started.length;
    expect((await post("trigger", { name: workflow.identifier, to: "ada", transactionId })).json().data).toMatchObject({
      status: "error",
      transactionId,
      error: [expect.stringContaining(`POST /v1/events/trigger/${transactionId}/resume`)],
    });
    expect(api.started).toHaveLength(started);
  });

  test("goes on where it stood when it is resumed", async () => {
    const event = await triggered(await workflowOf([aStep("in_app"), aDay, aStep("in_app")]));
    const { transactionId } = event;
    await runner.start(event);
    await stop(event);
    expect((await request("POST", `${transactionId}/resume`)).json()).toEqual({ data: { resumed: true } });
    expect(api.woken.at(-1)).toMatchObject({ event, executionId: api.started.at(-1)?.executionId });
    expect(api.woken.at(-1)?.cohort).toBeUndefined();
    await runner.toEnd(event, { again: true });
    expect(await statusOf(transactionId)).toMatchObject({ state: "completed", runs: 1, jobs: { completed: 3 } });
    const messages = await api.db.$client`select id from messages where event_id = ${event.eventId}`;
    expect(messages).toHaveLength(2);
  });

  test("before its audience was divided is stopped, and starts again when it is resumed", async () => {
    const event = await triggered(await workflowOf([aStep("in_app")]));
    const { transactionId } = event;
    await stop(event);
    expect(await statusOf(transactionId)).toMatchObject({ state: "stopped", stopReason: reason, runs: 0 });
    expect((await request("POST", `${transactionId}/resume`)).json()).toEqual({ data: { resumed: true } });
    expect(api.woken.at(-1)).toMatchObject({ event });
    await runner.toEnd(event, { again: true });
    expect(await statusOf(transactionId)).toMatchObject({ state: "completed", runs: 1 });
  });
});

describe("resuming", () => {
  const resume = (transactionId: string) => request("POST", `${transactionId}/resume`);

  test("an unknown event is 404, and another environment's too", async () => {
    const { transactionId } = await triggered(await workflowOf([aStep("in_app")]));
    expect((await resume("never-seen")).statusCode).toBe(404);
    const { headers } = await createTestEnvironment(api.db);
    const url = `/v1/events/trigger/${transactionId}/resume`;
    expect((await api.app.inject({ method: "POST", url, headers })).statusCode).toBe(404);
  });

  test("a cancelled event is 409", async () => {
    const { transactionId } = await triggered(await workflowOf([aStep("in_app")]));
    await cancel(transactionId);
    expect((await resume(transactionId)).statusCode).toBe(409);
  });

  test("an event of which nothing failed answers false and wakes nobody", async () => {
    const workflow = await workflowOf([aStep("in_app")]);
    const accepted = await triggered(workflow);
    const woken = api.woken.length;
    expect((await resume(accepted.transactionId)).json()).toEqual({ data: { resumed: false } });
    const completed = await triggered(workflow);
    await runner.toEnd(completed);
    expect((await resume(completed.transactionId)).json()).toEqual({ data: { resumed: false } });
    expect(api.woken).toHaveLength(woken);
  });

  test("while Temporal is away notes what is to be done, for an event whose audience was divided", async () => {
    const event = await triggered(await workflowOf([aStep("in_app"), aDay]));
    await runner.start(event);
    await runner.call(runner.activities.stopOwned, { event, reason: "by the test" });
    const reply = await resumeWithoutTemporal(event);
    expect(reply.json()).toEqual({ data: { resumed: true } });
    // The reconciler looks for what is due.
    const [cohort] = await api.db.$client`
      select reopen, due_at <= now() as due, stop_reason from cohorts where event_id = ${event.eventId}`;
    expect(cohort).toEqual({ reopen: true, due: true, stop_reason: null });
  });

  test("while Temporal is away is 503 for an event whose audience was not divided, and can be asked for again", async () => {
    const event = await triggered(await workflowOf([aStep("in_app")]));
    await runner.call(runner.activities.stopOwned, { event, reason: "by the test" });
    expect((await resumeWithoutTemporal(event)).statusCode).toBe(503);
    expect(await statusOf(event.transactionId)).toMatchObject({ state: "stopped" });
    expect((await resume(event.transactionId)).json()).toEqual({ data: { resumed: true } });
  });

  async function resumeWithoutTemporal({ transactionId }: EventRef) {
    const { engine } = fakeEngine({
      async wake() {
        throw new DomainError("unavailable", "Temporal does not respond");
      },
    });
    const away = await testApp({ engine, db: api.db });
    const url = `/v1/events/trigger/${transactionId}/resume`;
    const reply = await away.app.inject({ method: "POST", url, headers: environment.headers });
    await away.app.close();
    return reply;
  }

  test("takes a failed step again for the subscriber that it stopped, and for nobody else", async () => {
    const email = aStep("email", { subject: "x" }, { shouldStopOnFail: true });
    const workflow = await workflowOf([email, aStep("in_app")]);
    const event = await triggered(workflow, ["unreachable", { subscriberId: "reached", email: "reached@example.com" }]);
    const { transactionId } = event;
    await runner.toEnd(event);
    expect(await statusOf(transactionId)).toMatchObject({
      state: "completed",
      jobs: { failed: 1, canceled: 1, completed: 2 },
    });
    await api.app.inject({
      method: "PUT",
      url: "/v1/subscribers/unreachable",
      headers: environment.headers,
      payload: { email: "now@example.com" },
    });
    expect((await resume(transactionId)).json()).toEqual({ data: { resumed: true } });
    await runner.toEnd(event, { again: true });
    expect(await statusOf(transactionId)).toMatchObject({ state: "completed", runs: 2, jobs: { completed: 4 } });
    const messages = await api.db.$client`
      select m.channel, m.email, m.status, m.error_id, m.error_text from messages m
      where m.event_id = ${event.eventId} and m.channel = 'email' order by m.email`;
    expect([...messages]).toEqual([
      { channel: "email", email: "now@example.com", status: "sent", error_id: null, error_text: null },
      { channel: "email", email: "reached@example.com", status: "sent", error_id: null, error_text: null },
    ]);
    const outbox = await api.db.$client`
      select o."to" from outbox_messages o where o.environment_id = ${environment.environmentId}
        and o."to" && array['now@example.com', 'reached@example.com']`;
    expect(outbox).toHaveLength(2);
    expect((await resume(transactionId)).json()).toEqual({ data: { resumed: false } });
  });
});
