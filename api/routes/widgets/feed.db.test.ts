import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { InAppMessage } from "#contract/messages.ts";
import { subscribers } from "#db/schema/subscribers.ts";
import { workflows } from "#db/schema/workflows/workflows.ts";
import { createTestEnvironment, type TestEnvironment, testApp } from "#test/support/environment.ts";
import { aStep, aWorkflow } from "#test/support/event.ts";
import { createTestSubscriber, storeMessages } from "#test/support/inbox.ts";

const server = await testApp();
const { app, db } = server;
let environment: TestEnvironment;

beforeAll(async () => {
  environment = await createTestEnvironment(db);
});
afterAll(() => server.close());

async function inboxWith(...messages: Parameters<typeof storeMessages>[3][number][]) {
  const subscriber = await createTestSubscriber(db, environment.scope);
  const ids = await storeMessages(db, environment.scope, subscriber.id, messages);
  const get = (url: string) => app.inject({ url: `/v1/widgets/notifications/${url}`, headers: subscriber.headers });
  const idsOf = async (query: string) =>
    (await get(`feed${query}`)).json().data.map((message: { _id: string }) => message._id);
  const count = async (url: string): Promise<number> => (await get(url)).json().data.count;
  return { subscriber, ids, get, idsOf, count };
}

const payloadQuery = (payload: unknown) =>
  `?payload=${encodeURIComponent(Buffer.from(JSON.stringify(payload)).toString("base64"))}`;

test("a feed shows the subscriber's in-app messages, newest first", async () => {
  const { get, ids, subscriber } = await inboxWith({ content: "old" }, { content: "new" }, { channel: "email" });
  const reply = await get("feed");
  expect(reply.statusCode).toBe(200);
  const { data, ...page } = reply.json();
  expect(page).toEqual({ totalCount: 2, hasMore: false, pageSize: 10, page: 0 });
  expect(data.map(({ _id, content }: InAppMessage) => [_id, content])).toEqual([
    [ids[1], "new"],
    [ids[0], "old"],
  ]);
  expect(InAppMessage.parse(data[0])).toMatchObject({
    id: ids[1],
    cta: {},
    seen: false,
    read: false,
    deleted: false,
    _subscriberId: subscriber.id,
    _environmentId: environment.environmentId,
    subscriber: { subscriberId: subscriber.subscriberId, firstName: "Grace" },
  });
});

test("a message of a feed shows its workflow, whose row is what there is now", async () => {
  const { id, identifier } = await aWorkflow(db, environment, [aStep("in_app")]);
  await db
    .update(workflows)
    .set({ name: "Renamed", tags: ["news"] })
    .where(eq(workflows.id, id));
  const { get } = await inboxWith({ workflowId: id, templateIdentifier: "former" }, {});
  const [gone, shown] = (await get("feed")).json().data;
  expect(gone.template).toBeUndefined();
  expect(shown.template).toEqual({
    _id: id,
    id,
    name: "Renamed",
    tags: ["news"],
    triggers: [{ type: "event", identifier }],
  });
});

test("eleven messages are a page of ten with more behind it", async () => {
  const { get } = await inboxWith(...Array.from({ length: 11 }, () => ({})));
  expect((await get("feed")).json()).toMatchObject({ totalCount: 10, hasMore: true, page: 0 });
  const second = (await get("feed?page=1")).json();
  expect(second).toMatchObject({ totalCount: 1, hasMore: false, page: 1 });
  expect(second.data).toHaveLength(1);
  expect((await get("feed?page=2")).json()).toMatchObject({ totalCount: 0, hasMore: false, data: [] });
});

test("a feed can be narrowed to what is seen or read", async () => {
  const { ids, idsOf } = await inboxWith({}, { seen: true }, { seen: true, read: true });
  expect(await idsOf("?seen=false")).toEqual([ids[0]]);
  expect(await idsOf("?seen=true&read=false")).toEqual([ids[1]]);
  expect(await idsOf("?read=true")).toEqual([ids[2]]);
});

test("a payload filter matches when every leaf is equal, however deep, and lists as a whole", async () => {
  const { ids, idsOf } = await inboxWith(
    { payload: { kind: "order", order: { city: "Zürich", lines: [1, 2] }, 'odd "key"\n': null } },
    { payload: { kind: "order", order: { city: "Bern" } } },
  );
  expect(await idsOf(payloadQuery({ kind: "order" }))).toEqual([ids[1], ids[0]]);
  expect(await idsOf(payloadQuery({ order: { city: "Zürich" } }))).toEqual([ids[0]]);
  expect(await idsOf(payloadQuery({ order: { lines: [1, 2] } }))).toEqual([ids[0]]);
  expect(await idsOf(payloadQuery({ order: { lines: [1] } }))).toEqual([]);
  expect(await idsOf(payloadQuery({ 'odd "key"\n': null }))).toEqual([ids[0]]);
  expect(await idsOf(payloadQuery({ kind: "order", order: { city: "Basel" } }))).toEqual([]);
});

test("a payload filter that is not base64 of a JSON object is refused by name", async () => {
  const { get } = await inboxWith();
  const reply = await get("feed?payload=nonsense");
  expect(reply.statusCode).toBe(400);
  expect(reply.json().message).toEqual(["payload must be a base64 encoded JSON object"]);
});

test("a feed that does not exist holds no message, and no identifier means all", async () => {
  const { ids, idsOf, count } = await inboxWith({});
  expect(await idsOf("?feedIdentifier=billing")).toEqual([]);
  expect(await count("unseen?feedIdentifier=billing,news")).toBe(0);
  expect(await idsOf("?feedIdentifier=")).toEqual(ids);
});

test("the face of a message from another subscriber is that subscriber's picture", async () => {
  const actor = await createTestSubscriber(db, environment.scope, { avatar: "https://example.com/ada.png" });
  const { get } = await inboxWith(
    { actorId: actor.id, actor: { type: "user", data: null } },
    { actor: { type: "user", data: null } },
    { actor: { type: "system_icon", data: "info" } },
  );
  const actors = (await get("feed")).json().data.map((message: InAppMessage) => message.actor);
  expect(actors).toEqual([
    { type: "system_icon", data: "info" },
    { type: "user", data: null },
    { type: "user", data: "https://example.com/ada.png" },
  ]);
});

test("counts default to unseen, to unread, and follow the flags that are given", async () => {
  const { count } = await inboxWith({}, { seen: true }, { seen: true, read: true });
  expect(await count("unseen")).toBe(1);
  expect(await count("unread")).toBe(2);
  expect(await count("count")).toBe(1);
  expect(await count("count?read=false")).toBe(2);
  expect(await count("count?seen=true&read=true")).toBe(1);
});

test("a count stops at its limit, and at 100 without one", async () => {
  const { count } = await inboxWith(...Array.from({ length: 102 }, () => ({})));
  expect(await count("unseen")).toBe(100);
  expect(await count("unseen?limit=7")).toBe(7);
  expect(await count("unseen?limit=many")).toBe(100);
});

test.each([
  ["0", "limit must not be less than 1"],
  ["101", "limit must not be greater than 100"],
])("a count limit of %s is refused", async (limit, message) => {
  const { get } = await inboxWith();
  const reply = await get(`unseen?limit=${limit}`);
  expect(reply.statusCode).toBe(400);
  expect(reply.json().message).toEqual([message]);
});

test("nobody reads an inbox without its token: not with a key, nor with the token of a deleted subscriber", async () => {
  const { get, subscriber } = await inboxWith({});
  const url = "/v1/widgets/notifications/feed";
  expect((await app.inject({ url })).statusCode).toBe(401);
  expect((await app.inject({ url, headers: environment.headers })).statusCode).toBe(401);
  expect((await get("feed")).statusCode).toBe(200);
  await app.inject({
    method: "DELETE",
    url: `/v1/subscribers/${subscriber.subscriberId}`,
    headers: environment.headers,
  });
  expect((await get("feed")).statusCode).toBe(401);
});

test("a subscriber that another process deletes reads its inbox for a second at most", async () => {
  const { get, subscriber } = await inboxWith({});
  expect((await get("feed")).statusCode).toBe(200);
  await db.update(subscribers).set({ deletedAt: new Date() }).where(eq(subscribers.id, subscriber.id));
  await expect.poll(async () => (await get("feed")).statusCode, { timeout: 5_000 }).toBe(401);
});
