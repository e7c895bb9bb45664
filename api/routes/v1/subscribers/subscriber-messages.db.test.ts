import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestEnvironment, type TestEnvironment, testApp } from "#test/support/environment.ts";
import { createTestSubscriber, storeMessages } from "#test/support/inbox.ts";

const server = await testApp();
const { app, db } = server;
let environment: TestEnvironment;

beforeAll(async () => {
  environment = await createTestEnvironment(db);
});
afterAll(() => server.close());

async function subscriberWith(...messages: Parameters<typeof storeMessages>[3][number][]) {
  const { id, subscriberId } = await createTestSubscriber(db, environment.scope);
  const ids = await storeMessages(db, environment.scope, id, messages);
  return { ids, ...callsFor(subscriberId) };
}

function callsFor(subscriberId: string, { headers } = environment) {
  const url = `/v1/subscribers/${subscriberId}`;
  return {
    get: (path: string) => app.inject({ url: `${url}/notifications/${path}`, headers }),
    post: (path: string, payload: object = {}) =>
      app.inject({ method: "POST", url: `${url}/messages/${path}`, headers, payload }),
  };
}

test("a subscriber's feed is a page of in-app messages, newest first", async () => {
  const { ids, get } = await subscriberWith({}, {}, { channel: "email" });
  const reply = await get("feed?limit=5");
  expect(reply.statusCode).toBe(200);
  const { data, ...page } = reply.json();
  expect(page).toEqual({ page: 0, pageSize: 5, totalCount: 2, hasMore: false });
  expect(data.map(({ _id }: { _id: string }) => _id)).toEqual([ids[1], ids[0]]);
});

test("the feed takes the inbox's filters", async () => {
  const { ids, get } = await subscriberWith({ payload: { a: { b: 1 } } }, { seen: true });
  const payload = Buffer.from('{"a":{"b":1}}').toString("base64");
  expect((await get(`feed?payload=${payload}`)).json().data).toMatchObject([{ _id: ids[0] }]);
  expect((await get("feed?seen=true")).json().data).toMatchObject([{ _id: ids[1] }]);
  expect((await get("feed?payload=nonsense")).statusCode).toBe(400);
});

test("unseen messages are counted up to the limit, which may be 1000", async () => {
  const { get } = await subscriberWith({}, {}, { seen: true });
  expect((await get("unseen")).json()).toEqual({ data: { count: 2 } });
  expect((await get("unseen?seen=true")).json()).toEqual({ data: { count: 1 } });
  expect((await get("unseen?limit=1")).json()).toEqual({ data: { count: 1 } });
  expect((await get("unseen?limit=1000")).statusCode).toBe(200);
  expect((await get("unseen?limit=1001")).statusCode).toBe(400);
});

test("messages are marked on the subscriber's behalf", async () => {
  const { ids, get, post } = await subscriberWith({}, {});
  const reply = await post("mark-as", { messageId: ids[0], markAs: "read" });
  expect(reply.statusCode).toBe(201);
  expect(reply.json().data).toMatchObject([{ _id: ids[0], seen: true, read: true }]);
  const flagged = await post("markAs", { messageId: ids[1], mark: { seen: true } });
  expect(flagged.json().data).toMatchObject([{ _id: ids[1], seen: true, read: false }]);
  expect((await get("unseen")).json()).toEqual({ data: { count: 0 } });
});

test("marking wants a message and a mark", async () => {
  const { ids, post } = await subscriberWith({});
  expect((await post("mark-as", { messageId: [], markAs: "read" })).json().message).toEqual(["messageId is required"]);
  expect((await post("markAs", { messageId: ids })).statusCode).toBe(400);
  expect((await post("mark-as", { messageId: ids, markAs: "gone" })).statusCode).toBe(400);
  expect((await post("mark-all", {})).statusCode).toBe(400);
});

test("messages of other subscribers are answered and not changed, those of other environments neither", async () => {
  const { ids, post } = await subscriberWith({});
  const other = await subscriberWith({});
  const named = [...ids, ...other.ids];
  for (const [path, body] of [
    ["mark-as", { markAs: "read" }],
    ["markAs", { mark: { seen: true, read: true } }],
  ] as const) {
    const { data } = (await post(path, { ...body, messageId: named })).json();
    expect(data).toMatchObject([
      { _id: ids[0], read: true },
      { _id: other.ids[0], read: false, seen: false },
    ]);
  }
  expect((await other.get("unseen")).json()).toEqual({ data: { count: 1 } });
  const elsewhere = await createTestEnvironment(db);
  const stranger = await createTestSubscriber(db, elsewhere.scope);
  const reply = await callsFor(stranger.subscriberId, elsewhere).post("mark-as", { markAs: "read", messageId: named });
  expect(reply.json()).toEqual({ data: [] });
});

test("marking all says how many changed, and none the second time", async () => {
  const { post, get } = await subscriberWith({}, {}, {}, {}, {});
  const reply = await post("mark-all", { markAs: "read" });
  expect([reply.statusCode, reply.json()]).toEqual([201, { data: 5 }]);
  expect((await post("mark-all", { markAs: "read" })).json()).toEqual({ data: 0 });
  expect((await post("mark-all", { markAs: "unseen" })).json()).toEqual({ data: 5 });
  expect((await get("feed")).json().data[0]).toMatchObject({ seen: false, read: true });
  expect((await post("mark-all", { markAs: "unread", feedIdentifier: "billing" })).json()).toEqual({ data: 0 });
});

test("a button is pressed on the subscriber's behalf", async () => {
  const { ids, post } = await subscriberWith({});
  const other = await subscriberWith({});
  const reply = await post(`${ids[0]}/actions/primary`, { status: "done" });
  expect(reply.statusCode).toBe(201);
  expect(reply.json().data.cta.action).toMatchObject({ status: "done", result: { type: "primary" } });
  const status = async (id = "") => (await post(`${id}/actions/primary`, { status: "done" })).statusCode;
  expect(await status("nonsense")).toBe(400);
  expect(await status(randomUUID())).toBe(404);
  expect(await status(other.ids[0])).toBe(400);
});

test("an unknown subscriber is refused by reads and actions, and not found by marks", async () => {
  const { get, post } = callsFor("nobody");
  expect((await get("feed")).statusCode).toBe(400);
  expect((await get("unseen")).statusCode).toBe(400);
  expect((await post(`${randomUUID()}/actions/primary`, { status: "done" })).statusCode).toBe(400);
  expect((await post("markAs", { messageId: "a", mark: { seen: true } })).statusCode).toBe(404);
  expect((await post("mark-as", { messageId: "a", markAs: "read" })).statusCode).toBe(404);
  expect((await post("mark-all", { markAs: "read" })).statusCode).toBe(404);
});

test("a subscriber of another environment is unknown", async () => {
  const { subscriberId } = await createTestSubscriber(db, environment.productionScope);
  const { get, post } = callsFor(subscriberId);
  expect((await get("feed")).statusCode).toBe(400);
  expect((await post("mark-all", { markAs: "read" })).statusCode).toBe(404);
});
