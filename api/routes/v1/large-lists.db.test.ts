import { expect, test } from "vitest";
import { BODY_BYTES, LARGE_BODY_BYTES } from "#contract/constants/limits.ts";
import { apiWithRunner } from "#test/support/api-with-runner.ts";
import { aStep, aWorkflow } from "#test/support/event.ts";

// Postgres takes 65,535 parameters in one statement. Lists of topics are in topics.db.test.ts.
const MANY = 70_000;

const { api, environment, runner } = await apiWithRunner();

async function post(url: string, payload: object) {
  const { headers } = environment;
  const reply = await api.app.inject({ method: "POST", url: `/v1${url}`, headers, payload });
  return { status: reply.statusCode, body: reply.json() };
}

test("an event for 70,000 named subscribers is accepted, and its audience is divided", async () => {
  const { identifier } = await aWorkflow(api.db, environment, [aStep("in_app")]);
  const to = Array.from({ length: MANY }, (_, n) => `named-${n}`);
  const { status, body } = await post("/events/trigger", { name: identifier, to });
  expect([status, body.data.status]).toEqual([201, "processed"]);
  const event = api.started.at(-1)?.event;
  if (!event) throw new Error("The event was not started");
  const { cohorts } = await runner.call(runner.activities.resolveAudience, { event });
  expect(cohorts).toBeGreaterThan(1);
  const covered = await api.db.$client`
    select min(recipients_from)::int as first, max(recipients_to)::int as last from cohorts where event_id = ${event.eventId}`;
  expect([...covered]).toEqual([{ first: 0, last: MANY }]);
}, 60_000);

test("recipients may name 70,000 different providers, none of which exists", async () => {
  const channels = Array.from({ length: MANY }, (_, n) => ({ providerId: `p${n}`, credentials: {} }));
  const refused = await post("/subscribers", { subscriberId: "reachable", channels: channels.slice(0, 10) });
  expect([refused.status, refused.body.message]).toEqual([400, expect.stringContaining("providerId p0 has no active")]);
  const { identifier } = await aWorkflow(api.db, environment, [aStep("in_app")]);
  const { body } = await post("/events/trigger", { name: identifier, to: { subscriberId: "reachable", channels } });
  expect(body.data.status).toBe("processed");
  const event = api.started.at(-1)?.event;
  if (!event) throw new Error("The event was not started");
  await runner.toEnd(event);
  const [stored] = await api.db.$client`select problems from events where id = ${event.eventId}`;
  expect(stored?.problems).toMatchObject([
    { kind: "recipient_invalid", subject: "reachable" },
    { kind: "no_recipients", message: expect.stringContaining("none of the recipients could be stored") },
  ]);
}, 60_000);

test("a bulk of more than 500 subscribers is refused by name, and one that is larger than a body may be with 413", async () => {
  const subscribers = (count: number) =>
    Array.from({ length: count }, (_, n) => ({ subscriberId: `one-of-many-${n}` }));
  const tooMany = await post("/subscribers/bulk", { subscribers: subscribers(501) });
  expect([tooMany.status, tooMany.body.message]).toEqual([400, ["subscribers must contain no more than 500 elements"]]);
  const { status, body } = await post("/subscribers/bulk", { subscribers: subscribers(MANY) });
  expect(status).toBe(413);
  expect(body).toMatchObject({
    statusCode: 413,
    error: "Payload Too Large",
    message: `The body is larger than ${BODY_BYTES} bytes: divide it into several calls`,
  });
});

test("a workflow of more than 100 steps is refused by name", async () => {
  const groups = await api.app.inject({ url: "/v1/notification-groups", headers: environment.headers });
  const notificationGroupId = groups.json().data[0]._id;
  const workflow = (count: number) => ({
    name: "Long",
    notificationGroupId,
    steps: Array(count).fill(aStep("in_app")),
  });
  const { status, body } = await post("/workflows", workflow(5_000));
  expect([status, body.message]).toEqual([400, ["steps must contain no more than 100 elements"]]);
  expect((await post("/workflows", workflow(100))).status).toBe(201);
});

test("the OpenAPI document states what a body and a list may hold", async () => {
  const { paths, components } = (await api.app.inject({ url: "/openapi.json" })).json();
  const mib = (bytes: number) => expect.stringContaining(`up to ${bytes / 1024 / 1024} MiB`);
  expect(paths["/v1/events/trigger"].post.description).toEqual(mib(LARGE_BODY_BYTES));
  const bulk = paths["/v1/subscribers/bulk"].post;
  expect(bulk.description).toEqual(mib(BODY_BYTES));
  const bodyOf = (id: string) => components.schemas[`${id}Body`].properties;
  expect(bodyOf("SaveSubscribers").subscribers.maxItems).toBe(500);
  const members = paths["/v1/topics/{key}/subscribers"].post;
  expect(bodyOf("AddTopicSubscribers").subscribers.items.maxLength).toBe(255);
  expect(members.parameters[0].schema.maxLength).toBe(255);
});
