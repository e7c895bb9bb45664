import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestEnvironment, type TestEnvironment, testApp } from "#test/support/environment.ts";
import { createTestSubscriber } from "#test/support/inbox.ts";

const server = await testApp();
const { app, db } = server;
let environment: TestEnvironment;

beforeAll(async () => {
  environment = await createTestEnvironment(db);
});
afterAll(() => server.close());

async function call(method: "GET" | "POST" | "PATCH" | "PUT" | "DELETE", path: string, payload?: object) {
  const url = `/v2${path}`;
  const reply = await app.inject({ method, url, headers: environment.headers, ...(payload && { payload }) });
  return { status: reply.statusCode, body: reply.json() };
}

const forged = (at: string) => Buffer.from(`${at}|${randomUUID()}`).toString("base64url");

test.each(["2026-02-30 00:00:00+00", "2026-01-01 24:00:00+00", "0000-01-01 00:00:00+00", "infinity"])(
  "a forged cursor of %s is refused",
  async (at) => {
    expect((await call("GET", `/topics?after=${forged(at)}`)).status).toBe(400);
  },
);

test.each([
  ["/subscribers?after=here", "cursor must be the `next` or `previous` of an earlier page"],
  ["/topics?after=a&before=b", "Send `after` or `before`, not both"],
  ["/subscribers?orderBy=updatedAt", "orderBy must be one of the following values: _id, createdAt"],
  ["/topics?limit=101", "limit must not be greater than 100"],
])("GET %s is refused", async (path, sentence) => {
  const { status, body } = await call("GET", path);
  expect([status, JSON.stringify(body.message)]).toEqual([400, expect.stringContaining(sentence)]);
});

test("of two calls at once that create a subscriber or a topic if there is none, one is refused with what the other made", async () => {
  const key = `one-${randomUUID()}`;
  for (const [path, body] of [
    ["/subscribers", { subscriberId: key, firstName: "Ada" }],
    ["/topics", { key, name: "Ada" }],
  ] as const) {
    const create = () => call("POST", `${path}?failIfExists=true`, body);
    const answers = await Promise.all([create(), create(), create()]);
    expect([path, answers.map(({ status }) => status).sort()]).toEqual([path, [201, 409, 409]]);
    const made = answers.find(({ status }) => status === 201)?.body.data;
    const refused = answers.find(({ status }) => status === 409)?.body;
    expect(refused).toMatchObject({ _id: made._id, error: "Conflict", ...body });
  }
});

test("one text finds subscribers by how an id, a name, an address or a number begins, and pages through them", async () => {
  const text = `zoe${randomUUID().slice(0, 8)}`;
  const found = [
    { subscriberId: text },
    { subscriberId: `1-${text}`, firstName: text.toUpperCase() },
    { subscriberId: `2-${text}`, lastName: text },
    { subscriberId: `3-${text}`, email: `${text}@example.com` },
    { subscriberId: `4-${text}`, phone: text },
  ];
  for (const subscriber of [...found, { subscriberId: `5-${text}`, firstName: `not ${text}` }])
    expect((await call("POST", "/subscribers", subscriber)).status).toBe(201);
  await call("DELETE", `/subscribers/${text}`);
  const shown: string[] = [];
  for (let after = ""; ; ) {
    const { body } = await call("GET", `/subscribers?query=${text}&limit=3&after=${after}`);
    shown.push(...body.data.map((one: { subscriberId: string }) => one.subscriberId));
    if (body.next === null) break;
    after = body.next;
  }
  expect(shown).toEqual(["4", "3", "2", "1"].map((number) => `${number}-${text}`));
  const { body } = await call("GET", `/subscribers?query=${encodeURIComponent("%")}`);
  expect(body.data).toEqual([]);
});

test("topics are found by how a key or a name begins, with the number of their members where that is asked for", async () => {
  const text = `crew${randomUUID().slice(0, 8)}`;
  const { subscriberId } = await createTestSubscriber(db, environment.scope);
  await call("POST", "/topics", { key: text, name: "One" });
  await call("POST", "/topics", { key: `two-${text}`, name: text.toUpperCase() });
  await call("POST", `/topics/${text}/subscriptions`, { subscriptions: [subscriberId] });
  const { body } = await call("GET", `/topics?query=${text}&includeCounts=true`);
  expect(body.data).toMatchObject([
    { key: `two-${text}`, subscriberCount: { count: 0, isMore: false } },
    { key: text, subscriberCount: { count: 1, isMore: false } },
  ]);
  const plain = await call("GET", `/topics?query=${text}`);
  expect(plain.body.data[0]).not.toHaveProperty("subscriberCount");
});

test("a deleted subscriber is created again where creating an existing one fails", async () => {
  const subscriberId = `gone-${randomUUID()}`;
  await call("POST", "/subscribers", { subscriberId });
  await call("DELETE", `/subscribers/${subscriberId}`);
  expect((await call("POST", "/subscribers?failIfExists=true", { subscriberId })).status).toBe(201);
});

test("null clears each field of a subscriber, and what is left out stays", async () => {
  const subscriberId = `cleared-${randomUUID()}`;
  const profile = { firstName: "Ada", phone: "+44", avatar: "a.png", locale: "en", timezone: "UTC", data: { a: 1 } };
  await call("POST", "/subscribers", { subscriberId, ...profile, lastName: "Lovelace" });
  const cleared = Object.fromEntries(Object.keys(profile).map((field) => [field, null]));
  const { body } = await call("PATCH", `/subscribers/${subscriberId}`, cleared);
  for (const field of Object.keys(profile)) expect(body.data).not.toHaveProperty(field);
  expect(body.data.lastName).toBe("Lovelace");
});

test("pages of members created in one statement leave nobody out and show nobody twice", async () => {
  const key = `crew-${randomUUID()}`;
  const ids = await Promise.all(
    Array.from({ length: 7 }, async () => (await createTestSubscriber(db, environment.scope)).subscriberId),
  );
  await call("POST", `/topics/${key}/subscriptions`, { subscriptions: ids });
  const shown: string[] = [];
  for (let after = ""; ; ) {
    const { body } = await call("GET", `/topics/${key}/subscriptions?limit=2&after=${after}`);
    shown.push(...body.data.map((one: { subscriber: { subscriberId: string } }) => one.subscriber.subscriberId));
    expect(body.totalCount).toBe(7);
    if (body.next === null) break;
    after = body.next;
  }
  expect([...shown].sort()).toEqual([...ids].sort());
});

test("an identifier names one subscription of a topic, also when two calls take it at once", async () => {
  const [key, identifier] = [`crew-${randomUUID()}`, `captain-${randomUUID()}`];
  const people = await Promise.all([1, 2, 3].map(() => createTestSubscriber(db, environment.scope)));
  const [ada = "", bob = "", eve = ""] = people.map(({ subscriberId }) => subscriberId);
  const take = (subscriberId: string) =>
    call("POST", `/topics/${key}/subscriptions`, { subscriptions: [{ subscriberId, identifier }] });
  await call("POST", "/topics", { key });
  const answers = await Promise.all([take(ada), take(bob)]);
  const won = answers.filter(({ status, body }) => status === 201 && body.meta.successful === 1);
  expect(won).toHaveLength(1);
  const { body } = await take(eve);
  expect(body).toMatchObject({ meta: { successful: 0, failed: 1 }, errors: [{ code: "IDENTIFIER_TAKEN" }] });
});

test("a layout without a place for the content, or of the block editor, is refused", async () => {
  const layoutId = `plain-${randomUUID()}`;
  await call("POST", "/layouts", { layoutId, name: "Plain" });
  const put = (body: string, editorType: string) =>
    call("PUT", `/layouts/${layoutId}`, { name: "Plain", controlValues: { email: { body, editorType } } });
  expect(await put("<p>nothing</p>", "html")).toMatchObject({ status: 400 });
  expect(await put('{"type":"doc"}', "block")).toMatchObject({
    status: 400,
    body: { message: [expect.stringContaining("block editor")] },
  });
  expect((await call("POST", "/layouts", { layoutId, name: "Again" })).status).toBe(409);
});
