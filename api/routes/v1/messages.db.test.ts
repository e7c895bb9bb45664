import { randomUUID } from "node:crypto";
import { afterAll, expect, test } from "vitest";
import { Message } from "#contract/messages.ts";
import { createTestEnvironment, type TestEnvironment, testApp } from "#test/support/environment.ts";
import { createTestSubscriber, storeMessages } from "#test/support/inbox.ts";
import { aMember } from "#test/support/sign-in.ts";

const server = await testApp();
const { app, db } = server;
afterAll(() => server.close());

/** Two subscribers with an in-app message and an e-mail each, of one event per subscriber. */
async function twoByTwo() {
  const environment = await createTestEnvironment(db);
  const events = [randomUUID(), randomUUID()];
  const people = [];
  for (const transactionId of events) {
    const subscriber = await createTestSubscriber(db, environment.scope);
    const email = { channel: "email" as const, subject: "Hi", email: "a@example.com", transactionId };
    const ids = await storeMessages(db, environment.scope, subscriber.id, [{ transactionId }, email]);
    people.push({ ...subscriber, ids });
  }
  const [ada, bob] = people;
  if (!ada || !bob) throw new Error("There are two");
  return { environment, ada, bob, events };
}

const call = (environment: TestEnvironment, method: "GET" | "DELETE", url = "") =>
  app.inject({ method, url: `/v1/messages${url}`, headers: environment.headers });

async function found(environment: TestEnvironment, query: string): Promise<number> {
  return (await call(environment, "GET", query)).json().totalCount;
}

test("messages of all channels are listed newest first, with their subscribers", async () => {
  const { environment, ada, bob } = await twoByTwo();
  const reply = await call(environment, "GET", "/");
  expect(reply.statusCode).toBe(200);
  const { data, ...page } = reply.json();
  expect(page).toEqual({ page: 0, pageSize: 10, totalCount: 4, hasMore: false });
  expect(new Set(data.map(({ _id }: Message) => _id))).toEqual(new Set([...ada.ids, ...bob.ids]));
  const dates = data.map(({ createdAt }: Message) => createdAt);
  expect(dates).toEqual([...dates].sort().reverse());
  const email = data.find(({ _id }: Message) => _id === ada.ids[1]);
  expect(Message.parse(email)).toMatchObject({
    channel: "email",
    subject: "Hi",
    email: "a@example.com",
    cta: {},
    subscriber: { subscriberId: ada.subscriberId },
  });
});

test("a push message shows its title and the devices that it was for", async () => {
  const environment = await createTestEnvironment(db);
  const { id } = await createTestSubscriber(db, environment.scope);
  const push = { channel: "push" as const, providerId: "expo", title: "Hi", content: "Tea", deviceTokens: ["a", "b"] };
  await storeMessages(db, environment.scope, id, [push, { channel: "chat" as const, providerId: "slack" }]);
  const { data } = (await call(environment, "GET", "/")).json();
  expect(data).toMatchObject([{ channel: "chat", deviceTokens: [] }, push]);
  expect(data[0].title).toBeUndefined();
  const member = await aMember(db, environment.organizationId, "member");
  const shown = await app.inject({
    url: "/v1/messages",
    headers: { ...member.headers, "novu-environment-id": environment.environmentId },
  });
  expect(shown.json().data).toMatchObject([{ deviceTokens: [] }, { ...push, deviceTokens: ["nvsk.", "nvsk."] }]);
});

test("a page says whether more follow", async () => {
  const { environment } = await twoByTwo();
  expect((await call(environment, "GET", "?limit=3")).json()).toMatchObject({ totalCount: 4, hasMore: true });
  expect((await call(environment, "GET", "?limit=3&page=1")).json()).toMatchObject({ totalCount: 4, hasMore: false });
});

test("messages are found by channel, subscriber and one or more transactions", async () => {
  const { environment, ada, events } = await twoByTwo();
  expect(await found(environment, "?channel=email")).toBe(2);
  expect(await found(environment, `?subscriberId=${ada.subscriberId}`)).toBe(2);
  expect(await found(environment, `?transactionId=${events[0]}`)).toBe(2);
  expect(await found(environment, `?transactionId[]=${events[0]}&transactionId[]=${events[1]}`)).toBe(4);
  expect(await found(environment, `?transactionId=${events[0]}&transactionId=${events[1]}&channel=in_app`)).toBe(2);
});

test("messages are found by what became of them, of those that were delivered, and by their workflow", async () => {
  const { environment, ada, bob } = await twoByTwo();
  const [inbox = "", mail = ""] = ada.ids;
  const [others = "", lost = ""] = bob.ids;
  await db.$client`update messages set read = true, seen = true where id = ${inbox}`;
  await db.$client`update messages set archived = true, cta = '{"action":{"status":"done"}}' where id = ${others}`;
  await db.$client`update messages set reports = '{"clicked":"2026-01-05T09:00:00Z"}' where id = ${mail}`;
  await db.$client`update messages set reports = '{"opened":"2026-01-05T09:00:00Z"}', status = 'error' where id = ${lost}`;
  const ids = async (query: string) =>
    new Set((await call(environment, "GET", query)).json().data.map(({ _id }: Message) => _id));
  expect(await ids("?mark=read")).toEqual(new Set([inbox, mail]));
  expect(await ids("?mark=clicked")).toEqual(new Set([mail, others]));
  expect(await ids("?mark=seen&channel=in_app")).toEqual(new Set([inbox]));
  expect(await ids("?mark=archived")).toEqual(new Set([others]));
  expect(await found(environment, "?mark=read&channel=email")).toBe(1);
  const [{ workflow = "" } = {}] = await db.$client<{ workflow: string }[]>`
    select workflow_id as workflow from messages where id = ${inbox}`;
  expect(await found(environment, `?workflowId=${workflow}&mark=read&after=2026-01-01T00:00:00Z`)).toBeGreaterThan(0);
  expect(await found(environment, `?workflowId=${randomUUID()}`)).toBe(0);
  for (const query of ["mark=loved", "mark=read&mark=seen", "workflowId=order", "workflowId=%00"]) {
    expect((await call(environment, "GET", `?${query}`)).statusCode, query).toBe(400);
  }
});

test("messages are found by the moment in which they were made, and by whether they were delivered", async () => {
  const { environment, ada, bob } = await twoByTwo();
  const [early = "", lost = ""] = ada.ids;
  await db.$client`update messages set created_at = '2026-01-05T09:00:00Z' where id = ${early}`;
  await db.$client`update messages set status = 'error' where id = ${lost}`;
  expect(await found(environment, "?after=2026-01-05T09:00:00.000Z")).toBe(4);
  expect(await found(environment, "?after=2026-01-05T09:00:00.001Z")).toBe(3);
  expect(await found(environment, "?after=2026-01-05T09:00:00.001Z&delivered=true")).toBe(2);
  expect(await found(environment, `?subscriberId=${bob.subscriberId}&delivered=true&after=2026-01-06T00:00:00Z`)).toBe(
    2,
  );
  const undelivered = (await call(environment, "GET", "?delivered=false")).json();
  expect(undelivered).toMatchObject({ totalCount: 1, data: [{ _id: lost, status: "error" }] });
  expect(await found(environment, "?delivered=false&channel=in_app")).toBe(0);
  expect((await call(environment, "GET", "?after=yesterday")).json().message).toEqual([
    expect.stringMatching(/^after must be a moment/),
  ]);
});

test("an unknown subscriber is not found, and a limit beyond 1000 is refused", async () => {
  const { environment } = await twoByTwo();
  expect((await call(environment, "GET", "?subscriberId=nobody")).statusCode).toBe(404);
  for (const limit of ["1001", "9007199254740991"]) {
    const refused = await call(environment, "GET", `?limit=${limit}&subscriberId=nobody`);
    expect([refused.statusCode, refused.json().message]).toEqual([400, "Limit can not be larger then 1000"]);
  }
  for (const query of ["page=one", "limit=0"]) {
    const refused = await call(environment, "GET", `?${query}`);
    expect([refused.statusCode, refused.json().message]).toEqual([400, [expect.any(String)]]);
  }
});

test("a deleted message is gone from lists and from its inbox, and cannot be deleted again", async () => {
  const { environment, ada } = await twoByTwo();
  const reply = await call(environment, "DELETE", `/${ada.ids[0]}`);
  expect([reply.statusCode, reply.json()]).toEqual([200, { data: { acknowledged: true, status: "deleted" } }]);
  expect(await found(environment, "")).toBe(3);
  const unseen = await app.inject({ url: "/v1/widgets/notifications/unseen", headers: ada.headers });
  expect(unseen.json()).toEqual({ data: { count: 0 } });
  expect((await call(environment, "DELETE", `/${ada.ids[0]}`)).statusCode).toBe(404);
  expect((await call(environment, "DELETE", "/nonsense")).statusCode).toBe(400);
});

test("an event's messages are deleted together, or those of one channel", async () => {
  const { environment, events } = await twoByTwo();
  const remove = async (path: string) => (await call(environment, "DELETE", `/transaction/${path}`)).statusCode;
  expect(await remove(`${events[0]}?channel=email`)).toBe(204);
  expect(await found(environment, "?channel=email")).toBe(1);
  expect(await remove(`${events[0]}?channel=sms`)).toBe(204);
  expect(await found(environment, "")).toBe(3);
  expect(await remove(`${events[0]}`)).toBe(204);
  expect(await found(environment, "")).toBe(2);
  expect(await remove(`${events[0]}`)).toBe(404);
  expect(await remove(`${events[1]}?channel=pigeon`)).toBe(400);
});

test("another environment neither sees nor deletes a message", async () => {
  const { environment, ada, events } = await twoByTwo();
  const other = { ...environment, headers: { authorization: `ApiKey ${environment.productionApiKey}` } };
  expect(await found(other, "")).toBe(0);
  expect((await call(other, "DELETE", `/${ada.ids[0]}`)).statusCode).toBe(404);
  expect((await call(other, "DELETE", `/transaction/${events[0]}`)).statusCode).toBe(404);
  expect((await app.inject({ url: "/v1/messages", headers: { authorization: "ApiKey wrong" } })).statusCode).toBe(401);
});
