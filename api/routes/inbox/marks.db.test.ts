import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { InboxSocketFrame } from "#contract/inbox/widgets.ts";
import { publish } from "#db/notify.ts";
import { feeds } from "#db/schema/workflows/feeds.ts";
import { createTestEnvironment, type TestEnvironment, testApp } from "#test/support/environment.ts";
import { fakeEngine } from "#test/support/fake-engine.ts";
import { createTestSubscriber, storeMessages } from "#test/support/inbox.ts";
import { openInboxSocket } from "#test/support/inbox-socket.ts";

const { engine, snoozed } = fakeEngine();
const server = await testApp({ engine });
const { app, db } = server;
let environment: TestEnvironment;

beforeAll(async () => {
  await app.listen({ host: "127.0.0.1", port: 0 });
  environment = await createTestEnvironment(db);
});
afterAll(() => server.close());

function eventOf({ event, data }: InboxSocketFrame): string {
  if (event === "unseen_count_changed") return `unseen ${data.unseenCount}`;
  return event === "unread_count_changed" ? `unread ${data.counts?.total}` : event;
}

async function inboxWith(...messages: Parameters<typeof storeMessages>[3][number][]) {
  const subscriber = await createTestSubscriber(db, environment.scope);
  const ids = await storeMessages(db, environment.scope, subscriber.id, messages);
  const call = (method: "GET" | "PATCH" | "POST" | "DELETE", path: string, payload?: object) =>
    app.inject({
      method,
      url: `/v1/inbox/notifications${path}`,
      headers: { ...subscriber.headers, "content-type": "application/json" },
      ...(payload && { payload }),
    });
  const patch = (path: string, payload?: object, index = 0) => call("PATCH", `/${ids[index]}/${path}`, payload);
  const post = (path: string, payload: object = {}) => call("POST", `/${path}`, payload);
  /** The numbers of those that a list shows, oldest first. */
  const listed = async (query: string) => {
    const { data } = (await call("GET", `?${query}`)).json();
    return data.map(({ id }: { id: string }) => ids.indexOf(id)).sort();
  };
  /** The events that an open inbox receives of a call. */
  const eventsOf = async (change: () => Promise<{ statusCode: number }>, expected: number) => {
    const socket = await openInboxSocket(app, subscriber.token);
    await socket.joined;
    expect((await change()).statusCode).toBeLessThan(300);
    const frames = await socket.next(expected);
    socket.close();
    return frames.map(eventOf);
  };
  return { ids, subscriber, call, patch, post, listed, eventsOf };
}

const aDate = expect.stringMatching(/^\d{4}-\d\d-\d\dT/);
const inAnHour = () => new Date(Date.now() + 3_600_000);

test("a read notification is seen, says since when, and stays where it is", async () => {
  const { patch } = await inboxWith({});
  const reply = await patch("read");
  expect(reply.statusCode).toBe(200);
  const { data } = reply.json();
  expect(data).toMatchObject({ isRead: true, isSeen: true, isArchived: false, readAt: aDate, firstSeenAt: aDate });
  expect(data).not.toHaveProperty("archivedAt");
});

test("an unread notification leaves the archive and was read at no time", async () => {
  const { patch } = await inboxWith({ read: true, archived: true, archivedAt: new Date(), lastReadAt: new Date() });
  const { data } = (await patch("unread")).json();
  expect(data).toMatchObject({ isRead: false, isSeen: true, isArchived: false, readAt: null, archivedAt: null });
});

test("an archived notification is read, and stays read when it leaves the archive", async () => {
  const { patch } = await inboxWith({});
  expect((await patch("archive")).json().data).toMatchObject({
    isRead: true,
    isSeen: true,
    isArchived: true,
    archivedAt: aDate,
    readAt: aDate,
  });
  expect((await patch("unarchive")).json().data).toMatchObject({
    isRead: true,
    isSeen: true,
    isArchived: false,
    archivedAt: null,
  });
});

test("being seen a second time does not change when it was seen first", async () => {
  const first = new Date(Date.UTC(2026, 0, 1));
  const { patch } = await inboxWith({ seen: true, firstSeenAt: first });
  expect((await patch("read")).json().data.firstSeenAt).toBe(first.toISOString());
});

const BUTTONS = {
  action: {
    buttons: [
      { type: "primary" as const, content: "Yes" },
      { type: "secondary" as const, content: "No" },
    ],
  },
};

test("completing one action leaves the other not completed, and reads the notification", async () => {
  const { patch } = await inboxWith({ cta: BUTTONS });
  expect((await patch("complete", { actionType: "primary" })).json().data).toMatchObject({
    isRead: true,
    isSeen: true,
    primaryAction: { isCompleted: true },
    secondaryAction: { isCompleted: false },
  });
  expect((await patch("complete", { actionType: "secondary" })).json().data).toMatchObject({
    primaryAction: { isCompleted: false },
    secondaryAction: { isCompleted: true },
  });
  expect((await patch("revert", { actionType: "secondary" })).json().data).toMatchObject({
    primaryAction: { isCompleted: false },
    secondaryAction: { isCompleted: false },
  });
});

test.each(["primary", "secondary"])("a missing %s action is refused by name", async (actionType) => {
  const { patch } = await inboxWith({ cta: { data: { url: "/" } } });
  const reply = await patch("complete", { actionType });
  expect(reply.statusCode).toBe(400);
  expect(reply.json().message).toContain(actionType);
});

test("an action that does not exist is refused", async () => {
  const { patch } = await inboxWith({ cta: BUTTONS });
  const reply = await patch("complete", { actionType: "third" });
  expect(reply.statusCode).toBe(400);
  expect(String(reply.json().message)).toContain("actionType");
});

const CHANGES = [
  ...["read", "unread", "archive", "unarchive", "unsnooze"].map((path) => ["PATCH", path, undefined] as const),
  ["PATCH", "snooze", { snoozeUntil: new Date(Date.now() + 60_000).toISOString() }] as const,
  ["PATCH", "complete", { actionType: "primary" }] as const,
  ["PATCH", "revert", { actionType: "primary" }] as const,
  ["DELETE", "delete", undefined] as const,
];

test.each(CHANGES)(
  "%s %s is refused for what is no id, for an unknown one and for another's",
  async (method, path, body) => {
    const other = await inboxWith({ cta: BUTTONS });
    const { call } = await inboxWith({});
    const status = async (id: string) => (await call(method, `/${id}/${path}`, body)).statusCode;
    expect([await status("nonsense"), await status(randomUUID()), await status(other.ids[0] ?? "")]).toEqual([
      400, 404, 404,
    ]);
    const [kept] = (await other.call("GET", "")).json().data;
    expect(kept).toMatchObject({ isRead: false, isSeen: false, isSnoozed: false });
  },
);

test("a deleted notification is gone, and cannot be deleted again", async () => {
  const { ids, call, listed } = await inboxWith({}, {});
  const remove = async () => (await call("DELETE", `/${ids[0]}/delete`)).statusCode;
  expect(await remove()).toBe(204);
  expect(await listed("")).toEqual([1]);
  expect(await remove()).toBe(404);
});

test("all are read, or only those with the tags and data that are sent", async () => {
  const { post, listed } = await inboxWith(
    { tags: ["a"] },
    { tags: ["b"], data: { kind: "order" } },
    { tags: ["b"], data: { kind: "invoice" } },
    {},
  );
  expect((await post("read", { tags: ["a"] })).statusCode).toBe(204);
  expect(await listed("read=true")).toEqual([0]);
  await post("read", { tags: { or: ["b"] }, data: '{"kind":["order"]}' });
  expect(await listed("read=true")).toEqual([0, 1]);
  await post("read", { tags: [], data: "{}" });
  expect(await listed("read=false")).toEqual([]);
});

test("one filter serves lists, counts and calls about all, whichever field it has", async () => {
  const [feed] = await db
    .insert(feeds)
    .values({ ...environment.scope, name: "News", identifier: `feed-${randomUUID()}` })
    .returning();
  const past = new Date("2020-01-01T00:00:00Z");
  const messages = [
    { tags: ["a"] },
    { data: { kind: "order" } },
    { severity: "high" as const },
    { feedId: feed?.id ?? null },
    { read: true, seen: true },
    { seen: true },
    { read: true, seen: true, archived: true },
    { snoozedUntil: inAnHour() },
    { createdAt: past },
  ];
  const filters: [Record<string, unknown>, number[]][] = [
    [{ tags: ["a"] }, [0]],
    [{ tags: { and: [{ or: ["a"] }, { or: ["b"] }] } }, []],
    [{ data: { kind: "order" } }, [1]],
    [{ severity: "high" }, [2]],
    [{ severity: ["high", "low"] }, [2]],
    [{ feedIdentifier: feed?.identifier }, [3]],
    [{ feedIdentifier: [feed?.identifier, "unknown"] }, [3]],
    [{ feedIdentifier: "unknown" }, []],
    [{ read: true, archived: false }, [4]],
    [{ seen: true, read: false }, [5]],
    [{ archived: true }, [6]],
    [{ snoozed: true }, [7]],
    [{ createdLte: past.getTime() }, [8]],
    [{ createdGte: Date.now() + 60_000 }, []],
  ];
  for (const [filter, matches] of filters) {
    const { post, listed, call } = await inboxWith(...messages);
    const inQuery = encodeURIComponent(JSON.stringify([filter]));
    expect((await call("GET", `/count?filters=${inQuery}`)).json().data[0].count).toBe(matches.length);
    const inBody = "data" in filter ? { ...filter, data: JSON.stringify(filter.data) } : filter;
    const before: number[] = await listed("");
    expect((await post("delete", inBody)).statusCode).toBe(204);
    const kept = await listed("");
    expect(
      before.filter((index) => !kept.includes(index)),
      JSON.stringify(filter),
    ).toEqual(matches);
  }
});

test("a call about all changes what matches its filter, and nothing that its filter excludes", async () => {
  const { post, listed } = await inboxWith(
    { read: true, seen: true, severity: "high" },
    { severity: "high" },
    {},
    { snoozedUntil: inAnHour() },
  );
  // What is read already is not read once more, and nothing else matches.
  await post("read", { read: true });
  expect(await listed("read=true")).toEqual([0]);
  await post("read-archive", { read: false });
  expect(await listed("archived=true")).toEqual([]);
  await post("read-archive", { severity: "high" });
  expect(await listed("archived=true")).toEqual([0]);
  await post("seen", { severity: ["high"], seen: false });
  expect(await listed("seen=true")).toEqual([0, 1]);
  await post("archive", { read: false, snoozed: false, seen: true });
  expect(await listed("archived=true")).toEqual([0, 1]);
  await post("seen", { snoozed: true });
  expect(await listed("snoozed=true&seen=true")).toEqual([3]);
});

test("all are archived, or only those that are read", async () => {
  const { post, listed } = await inboxWith({ read: true, seen: true }, {});
  expect((await post("read-archive")).statusCode).toBe(204);
  expect(await listed("archived=true")).toEqual([0]);
  expect((await post("archive")).statusCode).toBe(204);
  expect(await listed("archived=true&read=true")).toEqual([0, 1]);
});

test("those with the ids are seen, or those with the tags, and stay unread", async () => {
  const { ids, post, listed } = await inboxWith({}, { tags: ["a"] }, {});
  expect((await post("seen", { notificationIds: [ids[2], randomUUID()] })).statusCode).toBe(204);
  expect(await listed("seen=true")).toEqual([2]);
  await post("seen", { tags: ["a"] });
  expect(await listed("seen=true&read=false")).toEqual([1, 2]);
  await post("seen", { notificationIds: [] });
  expect(await listed("seen=false")).toEqual([0]);
});

test("calls about all leave those of others and snoozed ones as they are", async () => {
  const other = await inboxWith({});
  const { post, listed } = await inboxWith({}, { snoozedUntil: inAnHour() });
  for (const path of ["read", "seen", "archive", "delete"]) expect((await post(path)).statusCode).toBe(204);
  expect(await listed("")).toEqual([1]);
  expect(await listed("seen=false&read=false&archived=false")).toEqual([1]);
  expect(await other.listed("read=false")).toEqual([0]);
});

test.each([
  ["read", { tags: "a" }, "tags"],
  ["archive", { tags: Array.from({ length: 10_000 }, () => "a") }, "tags"],
  ["read-archive", { data: { kind: "order" } }, "data"],
  ["delete", { data: "nonsense" }, "data"],
  ["delete", { read: "false" }, "read"],
  ["delete", { severity: "urgent" }, "severity"],
  ["delete", { feedIdentifier: 7 }, "feedIdentifier"],
  ["delete", { createdGte: "yesterday" }, "createdGte"],
  ["seen", { read: false, archived: true }, "unread and archived"],
  ["seen", { notificationIds: ["nonsense"] }, "notificationIds"],
  ["seen", { notificationIds: Array.from({ length: 101 }, () => randomUUID()) }, "notificationIds"],
])("%s with a wrong filter is refused by name and changes nothing", async (path, body, field) => {
  const { post, listed } = await inboxWith({});
  const reply = await post(path, body);
  expect(reply.statusCode).toBe(400);
  expect(String(reply.json().message)).toContain(field);
  expect(await listed("read=false&seen=false")).toEqual([0]);
});

test("open inboxes receive the counts that a change moved, and no others", async () => {
  const inbox = await inboxWith({}, {}, { seen: true }, { seen: true, read: true }, {});
  const { patch, post, call, ids, eventsOf } = inbox;
  expect(await eventsOf(() => patch("read"), 2)).toEqual(["unseen 2", "unread 3"]);
  expect(await eventsOf(() => post("seen", { notificationIds: [ids[1]] }), 1)).toEqual(["unseen 1"]);
  const snooze = { snoozeUntil: inAnHour().toISOString() };
  expect(await eventsOf(() => patch("snooze", snooze, 4), 2)).toEqual(["unseen 0", "unread 2"]);
  expect(await eventsOf(() => patch("unsnooze", undefined, 4), 2)).toEqual(["unseen 1", "unread 3"]);
  expect(await eventsOf(() => call("DELETE", `/${ids[4]}/delete`), 2)).toEqual(["unseen 0", "unread 2"]);
  // What is read already moves no count, and still leaves the list.
  const both = async () => {
    await patch("archive", undefined, 3);
    return patch("archive", undefined, 2);
  };
  expect(await eventsOf(both, 2)).toEqual(["notifications_changed", "unread 1"]);
});

const OWN = "/v1/inbox/notifications";
const WIDGETS = "/v1/widgets/messages";
type CallOf = (
  ids: readonly string[],
  subscriberId: string,
) => [method: "PATCH" | "POST" | "DELETE", url: string, body?: object];

/** Calls about an inbox of four: unseen; seen and unread; read; unseen with a button. */
const COUNTED: [name: string, call: CallOf, events: string[]][] = [
  ["unread of an unseen one", ([id]) => ["PATCH", `${OWN}/${id}/unread`], ["unseen 1"]],
  ["unarchive", ([id]) => ["PATCH", `${OWN}/${id}/unarchive`], ["unseen 1", "unread 2"]],
  ["complete", (ids) => ["PATCH", `${OWN}/${ids[3]}/complete`, { actionType: "primary" }], ["unseen 1", "unread 2"]],
  ["read of all", () => ["POST", `${OWN}/read`, {}], ["unseen 0", "unread 0"]],
  ["archive of all", () => ["POST", `${OWN}/archive`, {}], ["unseen 0", "unread 0"]],
  ["delete of all", () => ["POST", `${OWN}/delete`, {}], ["unseen 0", "unread 0"]],
  ["delete of what is seen", () => ["POST", `${OWN}/delete`, { seen: true }], ["unread 2"]],
  ["seen of all", () => ["POST", `${OWN}/seen`, {}], ["unseen 0"]],
  [
    "an older client's mark",
    ([messageId]) => ["POST", `${WIDGETS}/mark-as`, { messageId, markAs: "read" }],
    ["unseen 1", "unread 2"],
  ],
  ["an older client's read of all", () => ["POST", `${WIDGETS}/read`, {}], ["unseen 0", "unread 0"]],
  ["an older client's delete", ([id]) => ["DELETE", `${WIDGETS}/${id}`], ["unseen 1", "unread 2"]],
  [
    "an older client's bulk delete",
    (messageIds) => ["POST", `${WIDGETS}/bulk/delete`, { messageIds }],
    ["unseen 0", "unread 0"],
  ],
  ["an older client's emptying", () => ["DELETE", WIDGETS], ["unseen 0", "unread 0"]],
  [
    "a mark on the subscriber's behalf",
    ([messageId], id) => ["POST", `/v1/subscribers/${id}/messages/mark-as`, { messageId, markAs: "read" }],
    ["unseen 1", "unread 2"],
  ],
  [
    "flags on the subscriber's behalf",
    ([messageId], id) => ["POST", `/v1/subscribers/${id}/messages/markAs`, { messageId, mark: { read: true } }],
    ["unread 2"],
  ],
  [
    "a mark of all on the subscriber's behalf",
    (_, id) => ["POST", `/v1/subscribers/${id}/messages/mark-all`, { markAs: "read" }],
    ["unseen 0", "unread 0"],
  ],
  ["read of all by /v2", (_, id) => ["POST", `/v2/subscribers/${id}/notifications/read`, {}], ["unseen 0", "unread 0"]],
  ["a message that is deleted", ([id]) => ["DELETE", `/v1/messages/${id}`], ["unseen 1", "unread 2"]],
];

test.each(COUNTED)("%s sends the counts that it moved, and no others", async (_, callOf, expected) => {
  const messages = [{}, { seen: true }, { seen: true, read: true }, { cta: BUTTONS }];
  const { ids, subscriber } = await inboxWith(...messages);
  const [method, url, payload] = callOf(ids, subscriber.subscriberId);
  const { headers } = /inbox|widgets/.test(url) ? subscriber : environment;
  const socket = await openInboxSocket(app, subscriber.token);
  await socket.joined;
  const reply = await app.inject({ method, url, headers, ...(payload && { payload }) });
  expect(reply.statusCode, reply.body).toBeLessThan(300);
  expect((await socket.next(expected.length)).map(eventOf)).toEqual(expected);
  // A frame too many would come before those of the next event.
  const { environmentId } = environment;
  await publish(db, [{ kind: "received", environmentId, subscriberId: subscriber.id, messageId: randomUUID() }]);
  const next = (await socket.next(2)).map(({ event }) => event);
  expect(next).toEqual(["unseen_count_changed", "unread_count_changed"]);
  socket.close();
});

test("a snoozed notification is neither in the main list nor unread, until it is taken back", async () => {
  const { patch, listed, call } = await inboxWith({});
  const until = inAnHour().toISOString();
  const before = snoozed.woken;
  const reply = await patch("snooze", { snoozeUntil: until });
  expect(reply.json().data).toMatchObject({ isSnoozed: true, snoozedUntil: until, isRead: false });
  expect(snoozed.woken).toBe(before + 1);
  expect([await listed("snoozed=false"), await listed("snoozed=true")]).toEqual([[], [0]]);
  const filters = encodeURIComponent('[{"read":false,"snoozed":false}]');
  expect((await call("GET", `/count?filters=${filters}`)).json().data[0].count).toBe(0);
  const { data } = (await patch("unsnooze")).json();
  expect(data).toMatchObject({ isSnoozed: false, isRead: false });
  expect(data).not.toHaveProperty("snoozedUntil");
});

test.each([
  ["the past", () => new Date(Date.now() - 1_000).toISOString()],
  ["more than 90 days ahead", () => new Date(Date.now() + (90 * 24 + 1) * 3_600_000).toISOString()],
  ["no moment", () => "tomorrow"],
  ["nothing", () => undefined],
])("snoozing until %s is refused by name", async (_, until) => {
  const { patch, listed } = await inboxWith({});
  const reply = await patch("snooze", { snoozeUntil: until() });
  expect(reply.statusCode).toBe(400);
  expect(String(reply.json().message)).toContain("snoozeUntil");
  expect(await listed("snoozed=false")).toEqual([0]);
});

test("a notification is snoozed also while Temporal does not respond", async () => {
  const { patch, listed } = await inboxWith({});
  vi.spyOn(engine, "wakeSnoozed").mockRejectedValueOnce(new Error("away"));
  expect((await patch("snooze", { snoozeUntil: inAnHour().toISOString() })).statusCode).toBe(200);
  expect(await listed("snoozed=true")).toEqual([0]);
});
