import { afterAll, expect, test } from "vitest";
import { apiWithRunner } from "#test/support/api-with-runner.ts";
import { createTestEnvironment, type TestEnvironment } from "#test/support/environment.ts";
import { anAcceptedEvent, aStep, aWorkflow } from "#test/support/event.ts";
import { startFakeVendor } from "#test/support/fake-vendor.ts";
import { storeSubscribers } from "#test/support/subscribers.ts";

// Dry runs for whole audiences, drafts, webhooks that are not asked, and earlier events gone through again.

const { api, runner } = await apiWithRunner();
const { db, app } = api;
const webhook = await startFakeVendor();
let asked = 0;
webhook.answer = (_request, _text, response) => {
  asked += 1;
  response.end("{}");
};
afterAll(() => webhook.close());

const post = async ({ headers }: TestEnvironment, url: string, payload: object) => {
  const reply = await app.inject({ method: "POST", url: `/v1${url}`, headers, payload });
  return { status: reply.statusCode, ...reply.json() };
};

const payloadIs = (field: string, value: unknown) =>
  [{ value: "AND", children: [{ on: "payload", field, operator: "EQUAL", value }] }] as never;
const asks = () =>
  [
    {
      value: "AND",
      children: [{ on: "webhook", webhookUrl: webhook.url, field: "send", operator: "EQUAL", value: "yes" }],
    },
  ] as never;

test("a webhook is named and not asked; with an assumed answer the step is decided", async () => {
  const environment = await createTestEnvironment(db);
  const steps = [aStep("in_app", {}, { filters: asks() }), aStep("in_app", { content: "next" })];
  const { identifier: name } = await aWorkflow(db, environment, steps);
  const open = await post(environment, "/events/explain", { name, to: "ada" });
  const { host } = new URL(webhook.url);
  expect(open.data.runs[0].steps).toMatchObject([
    {
      status: "undecided",
      wouldAsk: [host],
      reason: { code: "webhook_not_asked", text: expect.stringContaining(host) },
    },
    { status: "completed", reason: { code: "sent" } },
  ]);
  expect(open.data.assumptions).toContain("Steps with a webhook that was not called are left out");
  const answered = async (send: string) => {
    const webhookAnswers = [{ webhookUrl: webhook.url, answer: { send } }];
    const { data } = await post(environment, "/events/explain", { name, to: "ada", webhookAnswers });
    return data.runs[0].steps[0];
  };
  expect(await answered("yes")).toMatchObject({ status: "completed", conditions: { passed: true } });
  expect(await answered("no")).toMatchObject({
    status: "canceled",
    reason: { code: "conditions_not_met", text: expect.stringContaining('"no"') },
    conditions: { passed: false, conditions: [{ filter: "Webhook", expected: "yes", actual: "no", passed: false }] },
  });
  expect(asked).toBe(0);
});

test("a delay whose webhook would be asked when it ends is left out as well, and the explanation ends", async () => {
  const environment = await createTestEnvironment(db);
  const delay = { ...aStep("delay"), metadata: { type: "regular", amount: 1, unit: "hours" }, filters: asks() };
  const { identifier: name } = await aWorkflow(db, environment, [delay, aStep("in_app")]);
  const { data } = await post(environment, "/events/explain", { name, to: "ada" });
  expect(data.runs[0].steps).toMatchObject([{ status: "undecided" }, { status: "completed" }]);
});

test("a whole audience is counted by step and reason; beyond the limit it is a sample", async () => {
  const environment = await createTestEnvironment(db);
  const { headers, scope } = environment;
  const steps = [aStep("email", { subject: "Hi" }), aStep("in_app", { content: "Hi {{ subscriber.firstName }}" })];
  const { identifier: name } = await aWorkflow(db, environment, steps);
  const ids = Array.from({ length: 130 }, (_, index) => `s${index}`);
  const people = ids.map((subscriberId, index) => {
    return { subscriberId, firstName: subscriberId, ...(index % 2 === 0 && { email: `${subscriberId}@example.com` }) };
  });
  await storeSubscribers(db, scope, people);
  await app.inject({ method: "POST", url: "/v1/topics", headers, payload: { key: "crew", name: "Crew" } });
  const payload = { subscribers: ids.slice(0, 20) };
  await app.inject({ method: "POST", url: "/v1/topics/crew/subscribers", headers, payload });

  const { data: ofTopic } = await post(environment, "/events/explain", {
    name,
    to: { type: "Topic", topicKey: "crew" },
  });
  expect(ofTopic).toMatchObject({ status: "processed", audience: { count: 20, isMore: false }, isSample: false });
  expect(ofTopic.reasons).toMatchObject([
    { type: "email", code: "no_destination", count: 10 },
    { type: "email", code: "sent", count: 10 },
    { type: "in_app", code: "sent", count: 20 },
  ]);
  const contents = ofTopic.runs.map(
    (run: { steps: { messages?: { content?: string }[] }[] }) => run.steps[1]?.messages?.[0]?.content,
  );
  expect(contents.filter(Boolean)).toHaveLength(5);
  expect(contents[0]).toMatch(/^Hi s\d+$/);

  const { data: withoutSome } = await post(environment, "/events/explain", {
    name,
    to: { type: "Topic", topicKey: "crew", exclude: ids.slice(0, 15) },
  });
  expect(withoutSome).toMatchObject({ audience: { count: 5, isMore: false } });
  expect(withoutSome.runs).toHaveLength(5);

  const { data: broadcast } = await post(environment, "/events/explain", { name, broadcast: true });
  expect(broadcast).toMatchObject({ audience: { count: 130 }, isSample: true, isComplete: true });
  expect(broadcast.runs).toHaveLength(100);
  const { data: two } = await post(environment, "/events/explain", { name, broadcast: true, limit: 2 });
  expect(two.runs).toHaveLength(2);
});

test("a call that cannot be explained names the field", async () => {
  const environment = await createTestEnvironment(db);
  const { identifier: name } = await aWorkflow(db, environment, [aStep("in_app")]);
  const refusals: [object, number, RegExp][] = [
    [{ name }, 400, /^to /],
    [{ name, to: "ada", broadcast: true }, 400, /^to must be left out/],
    [{ name, to: "ada", limit: 101 }, 400, /^limit must not be greater than 100/],
    [{ name, to: "ada", steps: [] }, 400, /^steps must contain at least 1/],
    [
      { name, to: "ada", steps: [{ template: { type: "in_app", content: "{{ x" } }] },
      400,
      /^steps\.0\.template\.content/,
    ],
    [
      { name, to: "ada", steps: [{ ...aStep("in_app"), _templateId: crypto.randomUUID() }] },
      400,
      /^steps\.0\._templateId/,
    ],
    [{ name, to: "ada", webhookAnswers: [{}] }, 400, /^webhookAnswers\.0\.webhookUrl/],
    [{ name: "nothing", to: "ada" }, 422, /workflow_not_found/],
  ];
  for (const [body, status, message] of refusals) {
    const refused = await post(environment, "/events/explain", body);
    expect({ status: refused.status, message: [refused.message].flat()[0] }).toEqual({
      status,
      message: expect.stringMatching(message),
    });
  }
  const elsewhere = await createTestEnvironment(db);
  expect(await post(elsewhere, "/events/explain", { name, to: "ada" })).toMatchObject({ status: 422 });
  const inactive = await aWorkflow(db, environment, [aStep("in_app")], { active: false });
  const explained = await post(environment, "/events/explain", { name: inactive.identifier, to: "ada" });
  expect(explained.data).toMatchObject({ status: "trigger_not_active", runs: [] });
  const none = await post(environment, "/events/explain", { name, to: [{}] });
  expect(none.data).toMatchObject({ status: "invalid_recipients", runs: [] });
  const some = await post(environment, "/events/explain", { name, to: [{}, "ada"] });
  expect(some.data).toMatchObject({ status: "processed", dropped: 1 });
});

test("a draft is explained in place of the workflow, and a step that it keeps meets the digest that is open", async () => {
  const environment = await createTestEnvironment(db);
  const digest = { ...aStep("digest"), metadata: { type: "regular", amount: 10, unit: "minutes" } };
  const workflow = await aWorkflow(db, environment, [digest, aStep("in_app")]);
  const { ref, stepIds } = await anAcceptedEvent(db, environment, workflow, { to: "ada" });
  await runner.start(ref);
  const name = workflow.identifier;
  const kept = { ...digest, _templateId: stepIds[0] };
  const explain = async (steps: object[]) => {
    const { data } = await post(environment, "/events/explain", { name, to: "ada", steps });
    expect(data.workflow).toMatchObject({ _id: workflow.id, isDraft: true });
    return data.runs[0].steps[0];
  };
  expect(await explain([kept, aStep("email", { subject: "Draft" })])).toMatchObject({
    status: "merged",
    digest: { decision: "joined", _notificationId: expect.any(String) },
    reason: { code: "digest_joined" },
  });
  expect(await explain([digest, aStep("in_app")])).toMatchObject({
    status: "completed",
    digest: { decision: "opened" },
    wait: { milliseconds: 600_000 },
  });
});

test("earlier events are gone through with a draft: what would have been sent, and by which digests", async () => {
  const environment = await createTestEnvironment(db);
  const workflow = await aWorkflow(db, environment, [aStep("in_app")]);
  const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 12, minute));
  for (const [index, minute] of [0, 3, 9, 30].entries()) {
    const payload = { name: `e${index}`, plan: index === 3 ? "free" : "pro" };
    const given = { to: ["ada", "bob"], transactionId: `e${index}`, payload };
    const { ref } = await anAcceptedEvent(db, environment, workflow, given);
    await runner.start(ref);
    await db.$client`update events set created_at = ${at(minute).toISOString()} where id = ${ref.eventId}`;
  }
  const name = workflow.identifier;
  const digest = { ...aStep("digest"), metadata: { type: "regular", amount: 10, unit: "minutes" } };
  const steps = [digest, aStep("in_app", {}, { filters: payloadIs("plan", "pro") })];
  const before =
    await db.$client`select count(*)::int as count from messages where environment_id = ${environment.environmentId}`;

  const { data: asIs } = await post(environment, "/events/simulate", { name });
  expect(asIs).toMatchObject({ messages: { in_app: 8 }, digests: [], isComplete: true, workflow: { isDraft: false } });
  const { data } = await post(environment, "/events/simulate", { name, steps });
  // Three events of each subscriber come together in one message; the fourth opens another digest, and is filtered.
  expect(data).toMatchObject({ messages: { in_app: 2 }, isComplete: true, workflow: { isDraft: true } });
  expect(data.digests).toHaveLength(4);
  expect(data.digests[0]).toMatchObject({
    count: 3,
    transactionIds: ["e0", "e1", "e2"],
    openedAt: at(0).toISOString(),
    closesAt: at(10).toISOString(),
  });
  expect(data.events.map(({ transactionId, messages }: Record<string, unknown>) => [transactionId, messages])).toEqual([
    ["e0", { in_app: 2 }],
    ["e1", {}],
    ["e2", {}],
    ["e3", {}],
  ]);
  expect(data.reasons).toMatchObject([
    { type: "digest", code: "digest_joined", count: 4 },
    { type: "digest", code: "digest_sent", count: 4 },
    { type: "in_app", code: "merged_into_digest", count: 4 },
    { type: "in_app", code: "conditions_not_met", count: 2 },
    { type: "in_app", code: "sent", count: 2 },
  ]);
  const { data: some } = await post(environment, "/events/simulate", { name, last: 1, before: at(20).toISOString() });
  expect(some.events).toMatchObject([{ transactionId: "e2" }]);
  const refused = await post(environment, "/events/simulate", { name, after: "yesterday" });
  expect(refused).toMatchObject({ status: 400, message: [expect.stringMatching(/^after must be an ISO-8601/)] });
  expect(
    await db.$client`select count(*)::int as count from messages where environment_id = ${environment.environmentId}`,
  ).toEqual(before);
});

test("an event that the draft's variables would refuse says so, and a delay before a digest moves when it is joined", async () => {
  const environment = await createTestEnvironment(db);
  const workflow = await aWorkflow(db, environment, [aStep("in_app")]);
  const name = workflow.identifier;
  for (const payload of [{ sendAt: "2099-01-01T00:00:00.000Z" }, {}]) {
    const { ref } = await anAcceptedEvent(db, environment, workflow, { to: "ada", payload });
    await runner.start(ref);
  }
  const scheduled = { ...aStep("delay"), metadata: { type: "scheduled", delayPath: "sendAt" } };
  const { data } = await post(environment, "/events/simulate", { name, steps: [scheduled, aStep("in_app")] });
  expect(data.events).toMatchObject([
    { messages: { in_app: 1 } },
    { refused: expect.stringContaining("sendAt (ISO Date)"), decided: 0 },
  ]);
});

test("an email in a layout is gone through again with its layout", async () => {
  const environment = await createTestEnvironment(db);
  const layout = { name: "Plain", identifier: "plain", content: "<main>{{ body }}</main>" };
  const { data: created } = await post(environment, "/layouts", layout);
  const email = { contentType: "customHtml" as const, content: "<p>Hi</p>", subject: "Hi", layoutId: created._id };
  const workflow = await aWorkflow(db, environment, [aStep("email", email)]);
  const to = { subscriberId: "ada", email: "ada@example.com" };
  const { ref } = await anAcceptedEvent(db, environment, workflow, { to });
  await runner.start(ref);
  const { data } = await post(environment, "/events/simulate", { name: workflow.identifier });
  expect(data).toMatchObject({ messages: { email: 1 }, reasons: [{ type: "email", code: "sent", count: 1 }] });
});
