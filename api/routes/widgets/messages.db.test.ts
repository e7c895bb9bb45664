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

async function inboxWith(...messages: Parameters<typeof storeMessages>[3][number][]) {
  const subscriber = await createTestSubscriber(db, environment.scope);
  const ids = await storeMessages(db, environment.scope, subscriber.id, messages);
  const call = (method: "POST" | "DELETE" | "GET", url: string, payload: object = {}) =>
    app.inject({
      method,
      url: `/v1/widgets/${url}`,
      headers: subscriber.headers,
      ...(method !== "GET" && { payload }),
    });
  const post = (url: string, payload: object = {}) => call("POST", `messages/${url}`, payload);
  const remove = (url: string) => call("DELETE", `messages${url}`);
  const count = async (kind: "unseen" | "unread") => (await call("GET", `notifications/${kind}`)).json().data.count;
  const left = async () =>
    (await call("GET", "notifications/feed")).json().data.map((message: { _id: string }) => message._id);
  return { ids, post, remove, count, left };
}

const aDate = expect.stringMatching(/^\d{4}-\d\d-\d\dT/);

test("read sets seen and read, and says when", async () => {
  const { ids, post, count } = await inboxWith({}, {});
  const reply = await post("mark-as", { messageId: ids[0], markAs: "read" });
  expect(reply.statusCode).toBe(201);
  expect(reply.json().data).toMatchObject([
    { _id: ids[0], seen: true, read: true, lastSeenDate: aDate, lastReadDate: aDate },
  ]);
  expect(await count("unread")).toBe(1);
});

test("unread keeps seen and takes the message out of the archive", async () => {
  const { ids, post } = await inboxWith({ read: true, archived: true });
  const { data } = (await post("mark-as", { messageId: ids, markAs: "unread" })).json();
  expect(data).toMatchObject([{ seen: true, read: false, archived: false, lastSeenDate: aDate, lastReadDate: aDate }]);
});

test("seen leaves read alone, and so does unseen", async () => {
  const { ids, post } = await inboxWith({}, { seen: true, read: true });
  const [seen] = (await post("mark-as", { messageId: ids[0], markAs: "seen" })).json().data;
  expect(seen).toMatchObject({ seen: true, read: false, lastSeenDate: aDate });
  expect(seen).not.toHaveProperty("lastReadDate");
  const [unseen] = (await post("mark-as", { messageId: ids[1], markAs: "unseen" })).json().data;
  expect(unseen).toMatchObject({ seen: false, read: true, lastSeenDate: aDate });
});

test("markAs sets exactly the given flags: read alone does not make a message seen", async () => {
  const { ids, post } = await inboxWith({});
  const [read] = (await post("markAs", { messageId: ids, mark: { read: true } })).json().data;
  expect(read).toMatchObject({ seen: false, read: true, lastReadDate: aDate });
  expect(read).not.toHaveProperty("lastSeenDate");
});

test("markAs with neither flag means seen, and takes ids joined by commas", async () => {
  const { ids, post, count } = await inboxWith({}, {});
  const reply = await post("markAs", { messageId: ids.join(","), mark: {} });
  expect(reply.json().data.map(({ seen }: { seen: boolean }) => seen)).toEqual([true, true]);
  expect(await count("unseen")).toBe(0);
});

test.each([{}, { messageId: "" }, { messageId: [] }])("marking %j is refused: messageId is required", async (body) => {
  const { post } = await inboxWith();
  const reply = await post("mark-as", { ...body, markAs: "read" });
  expect(reply.statusCode).toBe(400);
  expect(reply.json().message).toEqual(["messageId is required"]);
});

test("a mark that does not exist is refused", async () => {
  const { ids, post } = await inboxWith({});
  const reply = await post("mark-as", { messageId: ids, markAs: "archived" });
  expect(reply.statusCode).toBe(400);
  expect(reply.json().message[0]).toMatch(/^markAs must be one of/);
});

test("marking another subscriber's message, or what is no id, changes nothing", async () => {
  const other = await inboxWith({});
  const { post } = await inboxWith();
  const reply = await post("mark-as", { messageId: [...other.ids, "nonsense"], markAs: "read" });
  expect(reply.json().data).toEqual([]);
  expect(await other.count("unread")).toBe(1);
});

test("reading all says how many were unread, and leaves none unread or unseen", async () => {
  const { post, count } = await inboxWith({}, { seen: true }, { seen: true, read: true });
  const reply = await post("read");
  expect(reply.statusCode).toBe(201);
  expect(reply.json()).toEqual({ data: 2 });
  expect([await count("unread"), await count("unseen")]).toEqual([0, 0]);
  expect((await post("read")).json()).toEqual({ data: 0 });
});

test("seeing all leaves unread what was unread", async () => {
  const { post, count } = await inboxWith({}, {});
  expect((await post("seen")).json()).toEqual({ data: 2 });
  expect([await count("unread"), await count("unseen")]).toEqual([2, 0]);
});

test("marking all of a feed that does not exist changes nothing", async () => {
  const { post, count } = await inboxWith({});
  expect((await post("read", { feedId: ["billing"] })).json()).toEqual({ data: 0 });
  expect(await count("unread")).toBe(1);
});

test("a deleted message comes back once, as deleted, and is gone from feed and counts", async () => {
  const { ids, remove, count, left } = await inboxWith({}, {});
  const reply = await remove(`/${ids[0]}`);
  expect(reply.statusCode).toBe(200);
  expect(reply.json().data).toMatchObject({ _id: ids[0], deleted: true });
  expect(await left()).toEqual([ids[1]]);
  expect(await count("unseen")).toBe(1);
  expect((await remove(`/${ids[0]}`)).statusCode).toBe(400);
  expect((await remove("/nonsense")).statusCode).toBe(400);
});

test("a bulk delete takes only the caller's messages and answers an empty object", async () => {
  const other = await inboxWith({});
  const { ids, post, left } = await inboxWith({}, {}, {});
  const reply = await post("bulk/delete", { messageIds: [ids[0], ids[1], ...other.ids] });
  expect([reply.statusCode, reply.body]).toEqual([200, "{}"]);
  expect(await left()).toEqual([ids[2]]);
  expect(await other.left()).toEqual(other.ids);
});

test.each([
  [[], "should not be empty"],
  [undefined, "should not be empty"],
  [Array.from({ length: 101 }, () => randomUUID()), "no more than 100"],
])("a bulk delete of 0 or 101 ids is refused by name", async (messageIds, message) => {
  const { post } = await inboxWith();
  const reply = await post("bulk/delete", { messageIds });
  expect(reply.statusCode).toBe(400);
  expect(reply.json().message[0]).toMatch(/^messageIds /);
  expect(reply.json().message[0]).toContain(message);
});

test("an inbox is emptied with one call", async () => {
  const { remove, left } = await inboxWith({}, {});
  const reply = await remove("");
  expect([reply.statusCode, reply.body]).toEqual([204, ""]);
  expect(await left()).toEqual([]);
});

test("emptying a feed wants the id of one that exists", async () => {
  const { remove, left, ids } = await inboxWith({});
  expect((await remove("?feedId=billing")).statusCode).toBe(400);
  expect((await remove(`?feedId=${randomUUID()}`)).statusCode).toBe(404);
  expect(await left()).toEqual(ids);
});

test("pressing a button is noted in the message, whose buttons stay", async () => {
  const buttons = [{ type: "primary" as const, content: "Accept" }];
  const { ids, post } = await inboxWith({ cta: { type: "redirect", action: { status: "pending", buttons } } });
  const reply = await post(`${ids[0]}/actions/primary`, { status: "done", payload: { at: "desk" }, executedType: "x" });
  expect(reply.statusCode).toBe(201);
  expect(reply.json().data.cta).toEqual({
    type: "redirect",
    action: { status: "done", buttons, result: { type: "primary", payload: { at: "desk" } } },
  });
});

test("an action on a message without a cta makes one whose buttons are a list", async () => {
  const { ids, post } = await inboxWith({});
  const reply = await post(`${ids[0]}/actions/secondary`, { status: "pending" });
  expect(reply.json().data.cta).toEqual({ action: { status: "pending", buttons: [], result: { type: "secondary" } } });
});

test("an action is refused for an unknown message with 404, for another's with 400, for an unknown button with 400", async () => {
  const other = await inboxWith({});
  const { ids, post } = await inboxWith({});
  const press = async (path: string) => (await post(path, { status: "done" })).statusCode;
  expect(await press(`${randomUUID()}/actions/primary`)).toBe(404);
  expect(await press("nonsense/actions/primary")).toBe(404);
  expect(await press(`${other.ids[0]}/actions/primary`)).toBe(400);
  expect(await press(`${ids[0]}/actions/third`)).toBe(400);
});
