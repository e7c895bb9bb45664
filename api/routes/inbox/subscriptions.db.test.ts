import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { apiWithRunner } from "#test/support/api-with-runner.ts";
import { aStep, aWorkflow } from "#test/support/event.ts";
import { createTestSubscriber } from "#test/support/inbox.ts";

const { api, environment } = await apiWithRunner();
const { app, db } = api;
const { scope } = environment;
const workflow = await aWorkflow(db, environment, [aStep("in_app")]);

async function aSession(context?: object, person?: string) {
  const subscriberId = person ?? (await createTestSubscriber(db, scope)).subscriberId;
  const payload = {
    applicationIdentifier: environment.applicationIdentifier,
    subscriber: { subscriberId },
    ...(context && { context }),
  };
  const opened = await app.inject({ method: "POST", url: "/v1/inbox/session", payload });
  const headers = { authorization: `Bearer ${opened.json().data.token}` };
  return {
    subscriberId,
    call: async (method: "GET" | "POST" | "PATCH" | "DELETE", url: string, body?: object) => {
      const reply = await app.inject({
        method,
        url: `/v1/inbox${url}`,
        headers,
        ...(body && { payload: body }),
      });
      return { status: reply.statusCode, body: reply.body === "" ? null : reply.json() };
    },
  };
}

const manage = async (url: string) =>
  (await app.inject({ method: "GET", url, headers: environment.headers })).json().data;

const newTopic = () => `topic-${randomUUID()}`;

test("a session sees and changes its own subscriptions, in its own contexts alone", async () => {
  const topic = newTopic();
  const own = await aSession();
  const [elsewhere, other] = [await aSession({ tenant: "acme" }, own.subscriberId), await aSession()];
  const url = `/topics/${topic}/subscriptions`;
  const one = { identifier: "news", preferences: [workflow.identifier] };
  const mine = await own.call("POST", url, one);
  expect([mine.status, mine.body.data.identifier]).toEqual([201, "news"]);
  // The same identifier is free for another subscriber, and in other contexts.
  expect((await other.call("POST", url, one)).status).toBe(201);
  expect((await elsewhere.call("POST", url, { ...one, name: "Elsewhere" })).status).toBe(201);
  const { id } = mine.body.data;
  for (const stranger of [elsewhere, other]) {
    const listed = await stranger.call("GET", url);
    expect(listed.body.data).toHaveLength(1);
    expect(listed.body.data[0].id).not.toBe(id);
    // By its id, and by the identifier that follows from another subscriber.
    for (const name of [id, `tk_${topic}:si_${own.subscriberId}`]) {
      expect((await stranger.call("GET", `${url}/${name}`)).body.data).toBeNull();
      expect((await stranger.call("PATCH", `${url}/${name}`, { name: "Taken" })).status).toBe(404);
      expect((await stranger.call("DELETE", `${url}/${name}`)).status).toBe(404);
      const choice = await stranger.call("PATCH", `/subscriptions/${name}/preferences/${workflow.id}`, {
        enabled: false,
      });
      expect(choice.status).toBe(404);
    }
  }
  expect((await own.call("GET", `${url}/news`)).body.data).toMatchObject({ id, preferences: [{ enabled: true }] });
  expect((await other.call("DELETE", `${url}/news`)).status).toBe(204);
  expect(await manage(`/v2/topics/${topic}/subscriptions`)).toHaveLength(2);
});

test("a choice for one workflow is stored, by channel it is refused, and several are all or nothing", async () => {
  const topic = newTopic();
  const { call } = await aSession();
  await call("POST", `/topics/${topic}/subscriptions`, { identifier: "one" });
  const url = `/subscriptions/one/preferences/${workflow.identifier}`;
  const off = await call("PATCH", url, { enabled: false, email: false, in_app: false });
  expect(off.body.data).toMatchObject({ subscriptionId: "one", enabled: false, workflow: { id: workflow.id } });
  const refused: [object, string][] = [
    [{ enabled: true, email: false }, "enabled is for all channels"],
    [{}, "enabled or condition must be given"],
    [{ condition: { "==": [{ var: "tier" }, 1] } }, "condition reads tier"],
    [{ condition: { nothing: [1] } }, "condition has the unknown operator"],
  ];
  for (const [body, message] of refused) {
    const reply = await call("PATCH", url, body);
    expect([reply.status, [reply.body.message].flat().join()]).toEqual([400, expect.stringContaining(message)]);
  }
  expect((await call("PATCH", "/subscriptions/one/preferences/unknown", { enabled: true })).status).toBe(404);
  const choice = { subscriptionIdentifier: "one", workflowId: workflow.id, enabled: true };
  const half = await call("PATCH", "/preferences/bulk", {
    preferences: [choice, { ...choice, subscriptionIdentifier: "none" }],
  });
  expect(half.status).toBe(404);
  const mixed = await call("PATCH", "/preferences/bulk", {
    preferences: [choice, { workflowId: workflow.id, email: true }],
  });
  expect([mixed.status, mixed.body.message]).toEqual([400, [expect.stringContaining("or none of them")]]);
  const { body } = await call("GET", `/topics/${topic}/subscriptions/one`);
  expect(body.data.preferences).toMatchObject([{ enabled: false }]);
});

test("an identifier that stands for subscriptions of two topics is not guessed", async () => {
  const { call } = await aSession();
  const topics = [newTopic(), newTopic()];
  for (const topic of topics) await call("POST", `/topics/${topic}/subscriptions`, { identifier: "both" });
  const { status, body } = await call("PATCH", `/subscriptions/both/preferences/${workflow.id}`, { enabled: false });
  expect([status, body.message]).toEqual([409, expect.stringContaining("by its topic")]);
});

test("a session has ten subscriptions of a topic at most, and takes no default identifier of others", async () => {
  const topic = newTopic();
  const { call, subscriberId } = await aSession();
  const url = `/topics/${topic}/subscriptions`;
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, n) => call("POST", url, { identifier: `own-${n}` })),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(10);
  const full = answers.find(({ status }) => status === 409);
  expect(full?.body.message).toContain(`${subscriberId} has 10 subscriptions`);
  await call("DELETE", `${url}/${answers.find(({ status }) => status === 201)?.body.data.identifier}`);
  const taken = await call("POST", url, { identifier: `tk_${topic}:si_somebody` });
  expect([taken.status, taken.body.message]).toEqual([409, expect.stringContaining("choose another one")]);
  expect((await call("POST", url, { identifier: `tk_${topic}:si_${subscriberId}` })).status).toBe(201);
});

test("conditions that read secrets are refused, and those of plain variables are not", async () => {
  const topic = newTopic();
  const { call } = await aSession();
  const { headers } = environment;
  for (const [key, isSecret] of [
    ["hidden", true],
    ["shown", false],
  ] as const) {
    const payload = { key, isSecret, values: [{ _environmentId: scope.environmentId, value: "x" }] };
    const made = await app.inject({ method: "POST", url: "/v1/environment-variables", headers, payload });
    expect(made.statusCode).toBe(200);
  }
  const save = (name: string) =>
    call("POST", `/topics/${topic}/subscriptions`, {
      preferences: [{ workflowId: workflow.id, condition: { "==": [{ var: `env.${name}` }, "x"] } }],
    });
  const refused = await save("hidden");
  expect([refused.status, refused.body.message]).toEqual([
    400,
    [expect.stringContaining("preferences[0].condition reads env.hidden, which is a secret")],
  ]);
  expect((await save("shown")).status).toBe(201);
});
