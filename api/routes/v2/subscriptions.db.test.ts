import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { apiWithRunner } from "#test/support/api-with-runner.ts";
import { createTestEnvironment } from "#test/support/environment.ts";
import { aStep, aWorkflow } from "#test/support/event.ts";
import { createTestSubscriber } from "#test/support/inbox.ts";

const { api, environment, runner } = await apiWithRunner();
const { app, db, started } = api;
const { scope } = environment;

const call = async (
  method: "GET" | "POST" | "PATCH" | "DELETE",
  url: string,
  payload?: object,
  headers: Record<string, string> = environment.headers,
) => {
  const reply = await app.inject({ method, url, headers, ...(payload && { payload }) });
  return { status: reply.statusCode, body: reply.body === "" ? null : reply.json() };
};

const newTopic = () => `topic-${randomUUID()}`;
const newPerson = async (profile: object = {}) => {
  const { subscriberId } = await createTestSubscriber(db, scope);
  if (Object.keys(profile).length > 0) await call("PATCH", `/v2/subscribers/${subscriberId}`, profile);
  return subscriberId;
};

const subscribe = (topic: string, body: object) => call("POST", `/v2/topics/${topic}/subscriptions`, body);

const greeting = await aWorkflow(db, environment, [aStep("in_app", { content: "Hello" })]);
const acme = { tenant: "acme" };

/** Triggers a workflow for a topic. Returns who got a run, and the status of the event. */
async function reachedBy(topic: string, more: object = {}, name = greeting.identifier) {
  const to = { type: "Topic", topicKey: topic };
  const { body } = await call("POST", "/v1/events/trigger", { name, to, ...more });
  const { transactionId } = body.data;
  const start = started.find(({ event }) => event.transactionId === transactionId);
  if (!start) throw new Error(`The event was not started: ${JSON.stringify(body)}`);
  await runner.toEnd(start.event);
  const rows = await db.$client<{ id: string }[]>`
    select s.subscriber_id as id from runs r join subscribers s on s.id = r.subscriber_id
    where r.environment_id = ${scope.environmentId} and r.transaction_id = ${transactionId} order by r.id`;
  const status = (await call("GET", `/v1/events/trigger/${transactionId}`)).body.data;
  return { reached: rows.map(({ id }) => id).sort(), status };
}

test("an event reaches those by whose subscriptions have exactly its contexts, each once", async () => {
  const topic = newTopic();
  const [ada, bob, eve] = [await newPerson(), await newPerson(), await newPerson()];
  await subscribe(topic, { subscriptions: [ada] });
  await subscribe(topic, { subscriptions: [bob, { subscriberId: bob, identifier: `b-${topic}` }], context: acme });
  await subscribe(topic, { subscriptions: [eve], context: { ...acme, app: "mail" } });
  await subscribe(topic, { subscriptions: [eve] });
  expect((await reachedBy(topic)).reached).toEqual([ada, eve].sort());
  expect((await reachedBy(topic, { context: acme })).reached).toEqual([bob]);
  expect((await reachedBy(topic, { context: { app: { id: "mail" }, ...acme } })).reached).toEqual([eve]);
  const { reached, status } = await reachedBy(topic, { context: { tenant: "globex" } });
  expect(reached).toEqual([]);
  expect(status.problems).toMatchObject([
    { kind: "topic_empty", message: expect.stringContaining("tenant:globex") },
    {},
  ]);
});

test("conditions read payload, subscriber, actor, context and env, and who is left out is counted", async () => {
  const topic = newTopic();
  const conditions: [string, object][] = [
    ["payload", { "===": [{ var: "payload.tier" }, "premium"] }],
    ["subscriber", { "==": [{ var: "subscriber.data.plan" }, "pro"] }],
    ["actor", { "==": [{ var: "actor.data.role" }, "admin"] }],
    ["context", { "==": [{ var: "context.tenant.id" }, "acme"] }],
    ["env", { "==": [{ var: "env.type" }, "dev"] }],
    ["proto", { "!!": [{ var: "payload.__proto__.constructor.name" }] }],
    ["constructor", { "!!": [{ var: "subscriber.constructor" }] }],
  ];
  const people = new Map<string, string>();
  for (const [name, condition] of conditions) {
    const id = await newPerson({ data: { plan: "pro" } });
    people.set(name, id);
    const { status } = await subscribe(topic, {
      subscriptions: [id],
      context: acme,
      preferences: [{ filter: { workflowIds: [greeting.identifier] }, condition }],
    });
    expect([name, status]).toEqual([name, 201]);
  }
  const idsOf = (names: string[]) => names.map((name) => people.get(name) ?? "").sort();
  const actor = await newPerson({ data: { role: "admin" } });
  const full = await reachedBy(topic, { context: acme, payload: { tier: "premium" }, actor });
  expect(full.reached).toEqual(idsOf(["payload", "subscriber", "actor", "context", "env"]));
  expect(full.status.leftOut).toBe(2);
  const less = await reachedBy(topic, { context: acme });
  expect(less.reached).toEqual(idsOf(["subscriber", "context", "env"]));
  expect(less.status.leftOut).toBe(4);
  expect(less.status.problems).toEqual([]);
});

test("one subscription of several is enough, a condition counts before enabled, and a workflow that no preference names is enabled", async () => {
  const topic = newTopic();
  const [ada, bob, eve] = [await newPerson(), await newPerson(), await newPerson()];
  const other = await aWorkflow(db, environment, [aStep("in_app")]);
  const off = [{ workflowId: greeting.identifier, enabled: false }];
  await subscribe(topic, { subscriptions: [ada], preferences: off });
  await subscribe(topic, { subscriptions: [bob], preferences: off });
  await subscribe(topic, {
    subscriptions: [{ subscriberId: bob, identifier: `second-${topic}` }],
    preferences: [greeting.id],
  });
  const holds = { "==": [1, 1] };
  await subscribe(topic, { subscriptions: [eve], preferences: [{ ...off[0], condition: holds }] });
  expect((await reachedBy(topic)).reached).toEqual([bob, eve].sort());
  expect((await reachedBy(topic, {}, other.identifier)).reached).toEqual([ada, bob, eve].sort());
});

test("an event that its subscriptions keep from everybody says so", async () => {
  const topic = newTopic();
  const ada = await newPerson();
  await subscribe(topic, { subscriptions: [ada], preferences: [{ workflowId: greeting.id, enabled: false }] });
  const { reached, status } = await reachedBy(topic);
  expect([reached, status.leftOut]).toEqual([[], 1]);
  expect(status.problems).toMatchObject([
    {
      kind: "no_recipients",
      message: expect.stringContaining("preferences of their subscriptions leave out the only"),
    },
  ]);
  const explained = await call("POST", "/v1/events/explain", {
    name: greeting.identifier,
    to: { type: "Topic", topicKey: topic },
  });
  expect(explained.body.data).toMatchObject({ audience: { count: 1, isUpTo: true }, runs: [] });
  expect(explained.body.data.problems).toMatchObject([{ kind: "no_recipients" }]);
});

test("tags count as they are when the event arrives, and a deleted workflow is named by nobody any more", async () => {
  const topic = newTopic();
  const ada = await newPerson();
  const tagged = await aWorkflow(db, environment, [aStep("in_app")]);
  const gone = await aWorkflow(db, environment, [aStep("in_app")]);
  const tag = `tag-${randomUUID()}`;
  await subscribe(topic, {
    subscriptions: [ada],
    preferences: [{ filter: { tags: [tag], workflowIds: [gone.identifier] }, enabled: false }],
  });
  expect((await reachedBy(topic, {}, tagged.identifier)).reached).toEqual([ada]);
  await db.$client`update workflows set tags = ${[tag]} where id = ${tagged.id}`;
  expect((await reachedBy(topic, {}, tagged.identifier)).reached).toEqual([]);
  await db.$client`update workflows set deleted_at = now() where id = ${gone.id}`;
  const { body } = await call("GET", `/v2/topics/${topic}/subscriptions`);
  expect(body.data[0].preferences).toMatchObject([{ enabled: false, workflow: { id: tagged.id } }]);
});

test("a condition that cannot be judged any more counts as one that does not hold, and is a problem of the event once", async () => {
  const topic = newTopic();
  for (let n = 0; n < 3; n++) {
    const condition = { "==": [1, 1] };
    await subscribe(topic, {
      subscriptions: [await newPerson()],
      preferences: [{ workflowId: greeting.id, condition }],
    });
  }
  // As nothing stores them.
  await db.$client`
    update topic_subscribers ts set preferences = '[{}]' from topics t where t.id = ts.topic_id and t.key = ${topic}`;
  await subscribe(topic, { subscriptions: [await newPerson()] });
  const { reached, status } = await reachedBy(topic);
  expect([reached.length, status.leftOut]).toEqual([1, 3]);
  expect(status.problems).toMatchObject([{ kind: "condition_invalid" }]);
});

const nested = (levels: number): object => (levels === 0 ? { var: "payload.a" } : { "!": [nested(levels - 1)] });

test.each<[string, unknown, string]>([
  ["an unknown operator", { explode: [1, 2] }, "preferences[0].condition has the unknown operator explode"],
  ["a missing operand", { "==": [{ var: "payload.a" }] }, "preferences[0].condition lacks an operand of =="],
  ["a root that is not served", { "==": [{ var: "tier" }, 1] }, "preferences[0].condition reads tier"],
  ["another root", { "==": [{ var: "steps.a.b" }, 1] }, "preferences[0].condition reads steps.a.b"],
  ["a path that is worked out", { "==": [{ var: { var: "payload.a" } }, 1] }, "preferences[0].condition reads"],
  [
    "a root inside of a default",
    { "==": [{ var: ["payload.a", { var: "x" }] }, 1] },
    "preferences[0].condition reads x",
  ],
  ["nothing", {}, "preferences[0].condition must be a JSON-logic rule"],
  ["100 levels", nested(100), "preferences.0"],
  ["64 kB", { "==": [{ var: "payload.a" }, "x".repeat(64_000)] }, "preferences must be at most 8192 bytes"],
])("a condition is refused for %s, with its path and the remedy", async (_, condition, message) => {
  const topic = newTopic();
  const { status, body } = await subscribe(topic, {
    subscriptions: [await newPerson()],
    preferences: [{ workflowId: greeting.id, condition }],
  });
  expect([status, [body.message].flat().join()]).toEqual([400, expect.stringContaining(message)]);
  expect((await call("GET", `/v2/topics/${topic}`)).status).toBe(404);
});

test("what is not served is refused with the path of the field", async () => {
  const stranger = await createTestEnvironment(db);
  const theirs = await aWorkflow(db, stranger, [aStep("in_app")]);
  const refuse = async (preferences: unknown, more: object = {}) => {
    const { status, body } = await subscribe(newTopic(), { subscriptions: ["ada"], preferences, ...more });
    return [status, [body.message].flat().join()];
  };
  expect(await refuse(["nothing"])).toEqual([400, expect.stringContaining("preferences[0] nothing is no workflow")]);
  expect(await refuse([{ workflowId: theirs.id }])).toEqual([
    400,
    expect.stringContaining("preferences[0].workflowId"),
  ]);
  expect(await refuse([{ filter: {} }])).toEqual([400, expect.stringContaining("preferences[0].filter must name")]);
  expect(await refuse(["\0"])).toEqual([400, expect.any(String)]);
  expect(await refuse([{ workflowId: greeting.id, enabled: "yes" }])).toEqual([400, expect.any(String)]);
  expect(await refuse("all")).toEqual([400, expect.stringContaining("preferences must be a list")]);
  expect(await refuse([], { context: { "Not a type": "x" } })).toEqual([400, expect.stringContaining("context")]);
  const long = await subscribe(newTopic(), { subscriptions: [{ subscriberId: "ada", identifier: "é".repeat(500) }] });
  expect([long.status, [long.body.message].flat().join()]).toEqual([400, expect.stringContaining("subscriptions")]);
});

test("the longest contexts and the longest identifier are stored together", async () => {
  const topic = newTopic();
  const text = (length: number) => randomUUID().replaceAll("-", "").repeat(20).slice(0, length);
  const context = Object.fromEntries([1, 2, 3, 4, 5].map((n) => [`${n}${text(63)}`, text(255)]));
  const { status, body } = await subscribe(topic, {
    subscriptions: [{ subscriberId: await newPerson(), identifier: `${text(312)}${"é".repeat(200)}` }],
    context,
  });
  expect([status, body.meta]).toEqual([201, { totalCount: 1, successful: 1, failed: 0 }]);
  expect(body.data[0].contextKeys).toHaveLength(5);
});

test("a subscriber has ten subscriptions of a topic at most, over all contexts, also when calls come at once", async () => {
  const topic = newTopic();
  const ada = await newPerson();
  for (let n = 0; n < 9; n++) {
    await subscribe(topic, {
      subscriptions: [{ subscriberId: ada, identifier: `${n}-${topic}` }],
      context: n % 2 ? acme : undefined,
    });
  }
  const answers = await Promise.all([
    ...[10, 11, 12, 13].map((n) =>
      subscribe(topic, { subscriptions: [{ subscriberId: ada, identifier: `${n}-${topic}` }] }),
    ),
    call("POST", `/v1/topics/${topic}/subscribers`, { subscribers: [ada] }),
  ]);
  const { body } = await call("GET", `/v2/topics/${topic}/subscriptions?limit=100`);
  expect(body.totalCount).toBe(10);
  const [errors] = answers.slice(0, 4).flatMap((answer) => answer.body.errors ?? []);
  expect(errors).toMatchObject({ code: "SUBSCRIPTION_LIMIT", message: expect.stringContaining("remove one first") });
  const full = await call("POST", `/v1/topics/${topic}/subscribers`, { subscribers: [ada] });
  // A member already, or without room.
  expect([200, 409]).toContain(full.status);
  // One that is there is changed all the same.
  const renamed = await subscribe(topic, {
    subscriptions: [{ subscriberId: ada, identifier: `0-${topic}`, name: "Zero" }],
  });
  expect(renamed.body.data).toMatchObject([{ name: "Zero" }]);
});

test("adding again with the same identifier and contexts changes name and preferences, and leaves what is not given", async () => {
  const topic = newTopic();
  const ada = await newPerson();
  const identifier = `own-${topic}`;
  const one = (more: object = {}) => ({ subscriptions: [{ subscriberId: ada, identifier, ...more }] });
  const first = await subscribe(topic, { ...one({ name: "One" }), preferences: [greeting.identifier] });
  const [{ id }] = first.body.data;
  const again = await subscribe(topic, one());
  expect(again.body.data).toMatchObject([{ id, name: "One", preferences: [{ enabled: true }] }]);
  const changed = await subscribe(topic, { ...one({ name: "Two" }), preferences: [] });
  expect(changed.body.data).toMatchObject([{ id, name: "Two", preferences: [] }]);
  const elsewhere = await subscribe(topic, { ...one(), context: acme });
  expect(elsewhere.body.data).toMatchObject([{ identifier, contextKeys: ["tenant:acme"] }]);
  expect(elsewhere.body.data[0].id).not.toBe(id);
  const { status, body } = await call("GET", `/v2/topics/${topic}/subscriptions/${identifier}`);
  expect([status, body.message]).toEqual([409, expect.stringContaining("by its id")]);
  const patched = await call("PATCH", `/v2/topics/${topic}/subscriptions/${id}`, {
    preferences: [{ workflowId: greeting.id, condition: { "!!": [{ var: "payload.a" }] } }],
  });
  expect(patched.body.data).toMatchObject({ id, name: "Two", preferences: [{ subscriptionId: id, condition: {} }] });
});

test("lists are of exactly the contexts that are asked for, and of all without them", async () => {
  const topic = newTopic();
  const ada = await newPerson();
  await subscribe(topic, { subscriptions: [ada] });
  await subscribe(topic, { subscriptions: [ada], context: { ...acme, app: "mail" } });
  const identifiers = async (url: string) =>
    (await call("GET", url)).body.data.map(({ identifier }: { identifier: string }) => identifier);
  const base = `tk_${topic}:si_${ada}`;
  const inContexts = `${base}:ctx_app:mail,tenant:acme`;
  for (const url of [`/v2/topics/${topic}/subscriptions`, `/v2/subscribers/${ada}/subscriptions`]) {
    expect(await identifiers(url)).toEqual([inContexts, base]);
    expect(await identifiers(`${url}?contextKeys=tenant:acme&contextKeys=app:mail`)).toEqual([inContexts]);
    expect(await identifiers(`${url}?contextKeys=tenant:acme`)).toEqual([]);
    expect(await identifiers(`${url}?contextKeys=`)).toEqual([base]);
  }
  const of = async (identifier: string) =>
    (await call("GET", `/v2/topics/${topic}/subscriptions/${encodeURIComponent(identifier)}`)).body.data.contextKeys;
  expect([await of(base), await of(inContexts)]).toEqual([undefined, ["app:mail", "tenant:acme"]]);
  // As earlier versions answered it.
  expect(await of(`tk=${topic}:si=${ada}`)).toBeUndefined();
  const taken = await subscribe(topic, { subscriptions: [{ subscriberId: await newPerson(), identifier: base }] });
  expect(taken.body.errors).toMatchObject([{ code: "IDENTIFIER_TAKEN" }]);
});

test("a member of version 1 has a subscription without contexts, which it gets, keeps and loses there", async () => {
  const topic = newTopic();
  const [ada, bob] = [await newPerson(), await newPerson()];
  await subscribe(topic, { subscriptions: [ada], context: acme });
  await subscribe(topic, { subscriptions: [bob, { subscriberId: bob, identifier: `b-${topic}` }] });
  const members = async () => (await call("GET", `/v1/topics/${topic}`)).body.data.subscribers;
  expect(await members()).toEqual([bob]);
  await call("POST", `/v1/topics/${topic}/subscribers`, { subscribers: [ada, bob] });
  expect(await members()).toEqual([bob, ada]);
  await call("POST", `/v1/topics/${topic}/subscribers/removal`, { subscribers: [ada, bob] });
  expect(await members()).toEqual([]);
  const { body } = await call("GET", `/v2/topics/${topic}/subscriptions`);
  expect(body.data).toMatchObject([{ subscriber: { subscriberId: ada }, contextKeys: ["tenant:acme"] }]);
});

test("who is named alone loses all subscriptions of the topic, and an identifier takes one away", async () => {
  const topic = newTopic();
  const ada = await newPerson();
  const identifier = `own-${topic}`;
  await subscribe(topic, { subscriptions: [ada, { subscriberId: ada, identifier }] });
  await subscribe(topic, { subscriptions: [ada], context: acme });
  const remove = (subscriptions: unknown[]) => call("DELETE", `/v2/topics/${topic}/subscriptions`, { subscriptions });
  expect((await remove([{ identifier }])).body.data).toMatchObject([{ identifier }]);
  expect((await remove([ada])).body.meta).toMatchObject({ successful: 2, failed: 0 });
  expect((await remove([ada])).body.errors).toMatchObject([{ code: "SUBSCRIPTION_NOT_FOUND" }]);
});

test("members with ten subscriptions each are reached once, over the borders of pages, and those who are erased meanwhile are not", async () => {
  const topic = newTopic();
  const count = 1_050;
  const prefix = randomUUID();
  await call("POST", "/v2/topics", { key: topic });
  await db.$client`
    with people as (
      insert into subscribers (organization_id, environment_id, subscriber_id)
      select ${scope.organizationId}, ${scope.environmentId}, ${`${prefix}-`} || n from generate_series(1, ${count}) n returning id)
    insert into topic_subscribers (organization_id, environment_id, topic_id, subscriber_id, identifier, preferences)
    select ${scope.organizationId}, ${scope.environmentId}, t.id, p.id, 'of-' || n,
      case when n < 10 then jsonb_build_array(jsonb_build_object('workflowIds', jsonb_build_array(${greeting.id}::text), 'tags', '[]'::jsonb, 'enabled', false)) end
    from people p cross join generate_series(1, 10) n join topics t on t.key = ${topic}`;
  await call("DELETE", `/v1/subscribers/${prefix}-7`);
  const { reached, status } = await reachedBy(topic);
  expect(new Set(reached).size).toBe(reached.length);
  expect([reached.length, status.runs, status.leftOut]).toEqual([count - 1, count - 1, undefined]);
}, 120_000);
