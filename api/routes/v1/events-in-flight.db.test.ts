import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { DETAILS } from "#contract/constants/details.ts";
import type { EventRef } from "#engine/refs.ts";
import { apiWithRunner } from "#test/support/api-with-runner.ts";
import { aStep, aWorkflow } from "#test/support/event.ts";
import { addSmtpServer } from "#test/support/integrations.ts";
import { type MailSink, startMailSink } from "#test/support/mail-sink.ts";

// Calls of the API while an event is executed: cancelling it, and changing its workflow, its subscribers and their preferences.

const { api, environment, runner } = await apiWithRunner();
let sink: MailSink;
beforeAll(async () => {
  sink = await startMailSink();
  await addSmtpServer(api.db, environment.scope, sink.port);
});
beforeEach(() => sink.forget());
afterAll(() => sink.stop());

const DAY = 24 * 60 * 60 * 1000;

async function call(method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE", path: string, payload?: object) {
  const { headers } = environment;
  const reply = await api.app.inject({ method, url: `/v1${path}`, headers, ...(payload && { payload }) });
  expect(reply.statusCode).toBeLessThan(300);
  return reply.statusCode === 204 ? undefined : reply.json().data;
}

/** Triggers the workflow through the API, and executes the event until it waits. */
async function waiting(workflow: { identifier: string }, to: unknown): Promise<EventRef> {
  await call("POST", "/events/trigger", { name: workflow.identifier, to });
  const event = api.started.at(-1)?.event;
  if (!event) throw new Error("No execution was started");
  await runner.start(event);
  return event;
}

const workflowOf = (steps: object[], settings: object = {}) => aWorkflow(api.db, environment, steps, settings);
const cancel = ({ transactionId }: EventRef) => call("DELETE", `/events/trigger/${transactionId}`);
const end = (event: EventRef) => runner.toEnd(event, { again: true });

/** Jobs of each subscriber, as `type status`, in the order of the steps. */
async function jobsOf({ eventId }: EventRef): Promise<Record<string, string[]>> {
  const rows = await api.db.$client<{ subscriber: string; jobs: string[] }[]>`
    select s.subscriber_id as subscriber, array_agg(j.type || ' ' || j.status order by j.position) as jobs
    from runs r join subscribers s on s.id = r.subscriber_id join jobs j on j.run_id = r.id
    where r.event_id = ${eventId} group by 1`;
  return Object.fromEntries(rows.map(({ subscriber, jobs }) => [subscriber, jobs]));
}

/** Contents of the messages of each subscriber, in the order in which they were made. */
async function contentsOf({ eventId }: EventRef): Promise<Record<string, string[]>> {
  const rows = await api.db.$client<{ subscriber: string; contents: string[] }[]>`
    select s.subscriber_id as subscriber, array_agg(m.content order by m.created_at) as contents
    from messages m join subscribers s on s.id = m.subscriber_id where m.event_id = ${eventId} group by 1`;
  return Object.fromEntries(rows.map(({ subscriber, contents }) => [subscriber, contents]));
}

const only = (...subscribers: string[]) => ({
  filters: [
    {
      value: "OR",
      children: subscribers.map((value) => ({ on: "subscriber", field: "subscriberId", operator: "EQUAL", value })),
    },
  ] as never,
});
const delay = (step: object = {}) =>
  aStep("delay", {}, { metadata: { type: "regular", amount: 1, unit: "days" } as never, ...step });
const digest = (step: object = {}) =>
  aStep("digest", {}, { metadata: { type: "regular", amount: 1, unit: "days" } as never, ...step });
const inApp = (content: string, step: object = {}) => aStep("in_app", { content }, step);
const mail = (step: object = {}) =>
  aStep("email", { subject: "Hi", contentType: "customHtml", content: "<p>Hi</p>" }, step);

describe("cancelling", () => {
  test("an event whose last message is being sent answers false, and it is sent once", async () => {
    sink.refuseOnce("running@example.com", 451);
    const event = await waiting(await workflowOf([mail()]), { subscriberId: "running", email: "running@example.com" });
    expect(await jobsOf(event)).toEqual({ running: ["email running"] });
    expect(await cancel(event)).toBe(false);
    await end(event);
    expect(await jobsOf(event)).toEqual({ running: ["email completed"] });
    expect(sink.mailsTo("running@example.com")).toHaveLength(1);
  });

  test("an event that sends answers true when steps are left behind the send: it is sent once, and they never begin", async () => {
    sink.refuseOnce("midway@example.com", 451);
    const workflow = await workflowOf([mail(), inApp("second")]);
    const event = await waiting(workflow, { subscriberId: "midway", email: "midway@example.com" });
    expect(await jobsOf(event)).toEqual({ midway: ["email running", "in_app pending"] });
    expect(await cancel(event)).toBe(true);
    expect(await cancel(event)).toBe(false);
    await end(event);
    expect(await jobsOf(event)).toEqual({ midway: ["email completed", "in_app canceled"] });
    expect(sink.mailsTo("midway@example.com")).toHaveLength(1);
    expect(await contentsOf(event)).toEqual({ midway: ["<p>Hi</p>"] });
  });

  test("an event whose recipients are in different states stops each one that waits", async () => {
    const workflow = await workflowOf([
      inApp("first"),
      delay(only("delayed")),
      digest(only("delayed", "digested")),
      inApp("second"),
    ]);
    const event = await waiting(workflow, ["delayed", "digested", "done"]);
    const before = await jobsOf(event);
    expect(before).toMatchObject({
      delayed: ["in_app completed", "delay delayed", "digest pending", "in_app pending"],
      digested: ["in_app completed", "delay canceled", "digest delayed", "in_app pending"],
    });
    expect(before.done?.at(-1)).toBe("in_app completed");

    expect(await cancel(event)).toBe(true);
    await runner.untilItWaits({ event, cohort: 0 });
    const canceled = {
      delayed: ["in_app completed", "delay canceled", "digest canceled", "in_app canceled"],
      digested: ["in_app completed", "delay canceled", "digest canceled", "in_app canceled"],
      done: before.done,
    };
    expect(await jobsOf(event)).toEqual(canceled);
    runner.skip(3 * DAY);
    await end(event);
    expect(await jobsOf(event)).toEqual(canceled);
    expect(await contentsOf(event)).toEqual({ delayed: ["first"], digested: ["first"], done: ["first", "second"] });
    expect(await cancel(event)).toBe(false);
  });
});

describe("a workflow that is changed while an event of it waits", () => {
  test("has no effect on that event: removed steps are executed, and contents are the old ones", async () => {
    const workflow = await workflowOf([delay(), inApp("old"), inApp("removed")]);
    const event = await waiting(workflow, "ada");
    const { steps } = await call("GET", `/workflows/${workflow.id}`);
    const changed = { ...steps[1], template: { ...steps[1].template, content: "new" } };
    await call("PUT", `/workflows/${workflow.id}`, { steps: [steps[0], changed] });
    await end(event);
    expect(await contentsOf(event)).toEqual({ ada: ["old", "removed"] });
    const next = await waiting(workflow, "ada");
    await end(next);
    expect(await contentsOf(next)).toEqual({ ada: ["new"] });
  });

  test("and deleted leaves that event to end as it began", async () => {
    const workflow = await workflowOf([inApp("first"), delay(), inApp("second"), mail()]);
    const event = await waiting(workflow, { subscriberId: "kept", email: "kept@example.com" });
    await call("DELETE", `/workflows/${workflow.id}`);
    await end(event);
    expect(await jobsOf(event)).toEqual({
      kept: ["in_app completed", "delay completed", "in_app completed", "email completed"],
    });
    expect(await call("GET", `/events/trigger/${event.transactionId}`)).toMatchObject({ state: "completed" });
  });
});

test("a subscriber who is deleted while an event waits gets nothing more: each step fails and says why, and others are served", async () => {
  const workflow = await workflowOf([inApp("first"), delay(), inApp("second"), mail()]);
  const event = await waiting(workflow, ["gone", { subscriberId: "here", email: "here@example.com" }]);
  await call("DELETE", "/subscribers/gone");
  await end(event);
  const jobs = await jobsOf(event);
  expect(jobs.here).toEqual(["in_app completed", "delay completed", "in_app completed", "email completed"]);
  expect(jobs.gone).toEqual(["in_app completed", "delay failed", "in_app failed", "email failed"]);
  expect((await contentsOf(event)).gone).toEqual(["first"]);
  const failures = await api.db.$client<{ type: string; detail: string }[]>`
    select j.type, d.detail from execution_details d join runs r on r.id = d.run_id
      join subscribers s on s.id = r.subscriber_id join jobs j on j.id = d.job_id and j.run_id = r.id
    where r.event_id = ${event.eventId} and s.subscriber_id = 'gone' and d.status = 'Failed' order by j.position`;
  expect([...failures]).toEqual(
    ["delay", "in_app", "email"].map((type) => ({ type, detail: DETAILS.subscriberNotFound })),
  );
  expect(await call("GET", `/events/trigger/${event.transactionId}`)).toMatchObject({ state: "completed" });
});

test("an email for those who have not read the inbox message is not sent to who reads it during the delay", async () => {
  const uuid = "5f2b7a52-6f0e-4b0a-9f43-0d1d7c2f6a11";
  const unread = [{ value: "AND", children: [{ on: "previousStep", step: uuid, stepType: "unread" }] }] as never;
  const workflow = await workflowOf([inApp("Read me", { uuid }), delay(), mail({ filters: unread })]);
  const event = await waiting(workflow, [
    { subscriberId: "reader", email: "reader@example.com" },
    { subscriberId: "absent", email: "absent@example.com" },
  ]);
  const feed = await call("GET", "/subscribers/reader/notifications/feed");
  await call("POST", "/subscribers/reader/messages/mark-as", { messageId: feed[0]._id, markAs: "read" });
  await end(event);
  expect(await jobsOf(event)).toEqual({
    reader: ["in_app completed", "delay completed", "email canceled"],
    absent: ["in_app completed", "delay completed", "email completed"],
  });
  expect([...sink.counts()]).toEqual([["absent@example.com", 1]]);
});

describe("preferences", () => {
  const switching = (subscriberId: string, workflowId: string, enabled: boolean) =>
    call("PATCH", `/subscribers/${subscriberId}/preferences/${workflowId}`, { channel: { type: "in_app", enabled } });

  test("that change while an event waits count for what it sends then", async () => {
    for (const subscriberId of ["leaving", "returning"]) await call("POST", "/subscribers", { subscriberId });
    const workflow = await workflowOf([delay(), inApp("Hi")]);
    await switching("returning", workflow.id, false);
    const event = await waiting(workflow, ["leaving", "returning"]);
    await switching("leaving", workflow.id, false);
    await switching("returning", workflow.id, true);
    await end(event);
    expect(await jobsOf(event)).toEqual({
      leaving: ["delay completed", "in_app canceled"],
      returning: ["delay completed", "in_app completed"],
    });
  });

  test("stop no delay and no digest, only the messages after them", async () => {
    const off = { in_app: false, email: false, sms: false, chat: false, push: false };
    const workflow = await workflowOf([delay(), digest(), inApp("Hi")], { preferenceSettings: off });
    await call("POST", "/subscribers", { subscriberId: "quiet" });
    const all = Object.keys(off).map((type) => ({ type, enabled: false }));
    await call("PATCH", "/subscribers/quiet/preferences", { enabled: false, preferences: all });
    await call("PATCH", `/subscribers/quiet/preferences/${workflow.id}`, { enabled: false });
    const event = await waiting(workflow, "quiet");
    expect(await jobsOf(event)).toEqual({ quiet: ["delay delayed", "digest pending", "in_app pending"] });
    await end(event);
    expect(await jobsOf(event)).toEqual({ quiet: ["delay completed", "digest completed", "in_app canceled"] });
  });
});
