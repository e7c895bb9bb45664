import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { WebSocket } from "ws";
import { type Answers, aNotification, startFakeServer } from "../testing/fake-server.ts";
import { createInbox, type InboxOptions } from "./inbox.ts";
import { matches } from "./operations.ts";
import type { Notification, Query } from "./types.ts";

vi.stubGlobal("WebSocket", WebSocket);
vi.stubGlobal("location", { href: "http://host.example/page" });
const pageEvents = new EventTarget();
vi.stubGlobal("addEventListener", pageEvents.addEventListener.bind(pageEvents));
vi.stubGlobal("removeEventListener", pageEvents.removeEventListener.bind(pageEvents));

/** A browser's local storage: its keys are properties. */
const stored: Record<string, string> = {};
const storage = Object.create({
  getItem: (key: string) => stored[key] ?? null,
  setItem: (key: string, value: string) => {
    stored[key] = value;
  },
  removeItem: (key: string) => {
    delete stored[key];
  },
});
vi.stubGlobal(
  "localStorage",
  new Proxy(storage, {
    ownKeys: () => Object.keys(stored),
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true, value: "" }),
  }),
);

const cleanUp: (() => unknown)[] = [];
beforeEach(() => {
  for (const key of Object.keys(stored)) delete stored[key];
});
afterEach(async () => {
  for (const undo of cleanUp.splice(0).reverse()) await undo();
  vi.restoreAllMocks();
});

type Setting = Partial<InboxOptions> & { answers?: Answers; beforeJoin?: () => void };

async function anInbox(notifications: Notification[], { answers = {}, beforeJoin, ...options }: Setting = {}) {
  const server = await startFakeServer(notifications, answers, beforeJoin);
  cleanUp.push(server.close);
  return { server, ...openInbox(server.url, options) };
}

function openInbox(apiUrl: string, options: Partial<InboxOptions> = {}) {
  const inbox = createInbox({ applicationIdentifier: "app", subscriberId: "ada", apiUrl, ...options });
  cleanUp.push(inbox.logout);
  inbox.start();
  const shown = () => inbox.feed().store.getState().notifications;
  const flags = (id: string) => {
    const one = shown().find((notification) => notification.id === id);
    return one && { seen: one.isSeen, read: one.isRead };
  };
  const counts = () => ({ unread: inbox.counts.get(inbox.UNREAD), unseen: inbox.counts.get(inbox.UNSEEN) });
  return { inbox, flags, counts, ids: () => shown().map(({ id }) => id) };
}

type Running = Awaited<ReturnType<typeof anInbox>>;

/** Waits until the inbox has fetched at its start and again once its socket has joined. */
const live = async ({ server }: Running) =>
  vi.waitFor(() => {
    expect(server.sockets).toHaveLength(1);
    expect(server.callsTo("/inbox/organization")).toHaveLength(1);
    expect(server.callsTo("/inbox/notifications/count")).toHaveLength(2);
  }, 10_000);

const lists = ({ server }: Running) => server.callsTo("GET /inbox/notifications").length;

test("a start fetches counts and organization and opens one socket, but no feed", async () => {
  const running = await anInbox([aNotification("a"), aNotification("b", { isSeen: true })]);
  await live(running);
  await vi.waitFor(() => expect(running.counts()).toEqual({ unseen: 1, unread: 2 }), 10_000);
  expect(running.inbox.organization.getState().value).toMatchObject({ name: "Acme" });
  expect(lists(running)).toBe(0);
});

test("a session names the subscriber, the proof and the page's time zone", async () => {
  const running = await anInbox([], { subscriberHash: "abc", subscriber: { firstName: "Ada" } });
  await live(running);
  const { timeZone: timezone } = Intl.DateTimeFormat().resolvedOptions();
  expect(running.server.callsTo("/inbox/session").map(({ body }) => body)).toEqual([
    {
      applicationIdentifier: "app",
      subscriberHash: "abc",
      subscriber: { subscriberId: "ada", firstName: "Ada", timezone },
    },
  ]);
});

test("without a subscriber nothing is requested, and one line says so to the developer", async () => {
  const said = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const { server, inbox } = await anInbox([], { subscriberId: "" });
  await inbox.feed().load();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(server.calls).toEqual([]);
  expect(inbox.session.getState().status).toBe("error");
  expect(said.mock.calls).toEqual([["Belfry inbox: nothing is shown: subscriberId is empty"]]);
});

test("the main view is without what is archived or snoozed, and each view asks for its own", async () => {
  const running = await anInbox([
    aNotification("a"),
    aNotification("b", { isRead: true, isSeen: true }),
    aNotification("c", { isArchived: true, isRead: true, isSeen: true }),
    aNotification("d", { isSnoozed: true }),
  ]);
  await live(running);
  const views = ["all", "unread", "archived", "snoozed"] as const;
  for (const view of views) await running.inbox.feed(undefined, view).load();
  const shown = views.map((view) =>
    running.inbox
      .feed(undefined, view)
      .store.getState()
      .notifications.map(({ id }) => id),
  );
  expect(shown).toEqual([["a", "b"], ["a"], ["c"], ["d"]]);
});

test.each([
  ["read", { isSeen: false, isRead: false }, { seen: true, read: true }],
  ["unread", { isSeen: true, isRead: true }, { seen: true, read: false }],
  ["seen", { isSeen: false, isRead: false }, { seen: true, read: false }],
] as const)("marking as %s shows its flags at once and sends them", async (kind, before, after) => {
  const running = await anInbox([aNotification("a", before)]);
  await live(running);
  await running.inbox.feed().load();
  const marking = running.inbox[kind]("a");
  expect(running.flags("a")).toEqual(after);
  await expect(marking).resolves.toBe(true);
  expect(running.flags("a")).toEqual(after);
  expect(running.server.changes()).toEqual([kind === "seen" ? "POST /seen" : `PATCH /a/${kind}`]);
});

test("counts follow a mark at once, and stay when the server has it", async () => {
  const running = await anInbox([aNotification("a"), aNotification("b")]);
  await live(running);
  await running.inbox.feed().load();
  await vi.waitFor(() => expect(running.counts()).toEqual({ unseen: 2, unread: 2 }), 10_000);
  const seen: number[] = [];
  running.inbox.counts.store.subscribe(() => seen.push(running.counts().unread));
  const marking = running.inbox.read("a");
  expect(running.counts()).toEqual({ unseen: 1, unread: 1 });
  await marking;
  await vi.waitFor(() => expect(lists(running)).toBe(2), 10_000);
  expect(new Set(seen)).toEqual(new Set([1]));
});

test("a mark that the server refuses is taken back in notifications and counts, and reported", async () => {
  const errors: unknown[] = [];
  const running = await anInbox([aNotification("a")], {
    onError: (error) => errors.push(error),
    answers: { "PATCH /inbox/notifications/a/read": () => ({ status: 403, body: { message: "No" } }) },
  });
  await live(running);
  await running.inbox.feed().load();
  await vi.waitFor(() => expect(running.counts().unread).toBe(1), 10_000);
  const marking = running.inbox.read("a");
  expect(running.counts()).toEqual({ unseen: 0, unread: 0 });
  await expect(marking).resolves.toBe(false);
  expect(running.flags("a")).toEqual({ seen: false, read: false });
  expect(running.counts()).toEqual({ unseen: 1, unread: 1 });
  expect(errors).toEqual([expect.objectContaining({ status: 403 })]);
});

test("a notification that has the flags already is not sent again", async () => {
  const running = await anInbox([aNotification("a", { isSeen: true, isRead: true })]);
  await live(running);
  await running.inbox.feed().load();
  await expect(running.inbox.read("a")).resolves.toBe(true);
  expect(running.server.changes()).toEqual([]);
});

test("marking all as read changes what is shown and the counts at once, also of what is not loaded, and is sent when released", async () => {
  const many = Array.from({ length: 30 }, (_, index) => aNotification(`n${index}`, {}, index));
  const running = await anInbox(many);
  await live(running);
  await running.inbox.feed().load();
  await vi.waitFor(() => expect(running.counts().unread).toBe(30), 10_000);
  const marking = running.inbox.readAll();
  expect(running.flags("n0")).toEqual({ seen: true, read: true });
  expect(running.counts()).toEqual({ unseen: 0, unread: 0 });
  expect(running.server.changes()).toEqual([]);
  running.inbox.release();
  await expect(marking).resolves.toBe(true);
  expect(running.server.notifications.every(({ isRead }) => isRead)).toBe(true);
});

test("marking all leaves what arrives after it", async () => {
  const running = await anInbox([aNotification("a")]);
  await live(running);
  await running.inbox.feed().load();
  const marking = running.inbox.readAll();
  running.server.notifications.unshift(aNotification("b", {}, -5));
  running.inbox.release();
  await marking;
  expect(running.server.notifications.map(({ id, isRead }) => [id, isRead])).toEqual([
    ["b", false],
    ["a", true],
  ]);
});

test("what was taken back is never sent", async () => {
  const running = await anInbox([aNotification("a"), aNotification("b")]);
  await live(running);
  await running.inbox.feed().load();
  const deleting = running.inbox.delete("a");
  expect(running.ids()).toEqual(["b"]);
  expect(running.inbox.undoable.getState().value).toMatchObject({ kind: "delete", count: 1 });
  running.inbox.undo();
  await expect(deleting).resolves.toBe(true);
  expect(running.ids()).toEqual(["a", "b"]);
  expect(running.inbox.undoable.getState().value).toBeNull();
  running.inbox.release();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(running.server.changes()).toEqual([]);
});

test("archiving is sent at once, and taking it back gives the notification its mark again", async () => {
  const running = await anInbox([aNotification("a"), aNotification("b", { isRead: true, isSeen: true })]);
  await live(running);
  await running.inbox.feed().load();
  await running.inbox.archive(["a", "b"]);
  expect(running.ids()).toEqual([]);
  running.inbox.undo();
  await vi.waitFor(() => expect(running.ids()).toEqual(["a", "b"]), 10_000);
  expect(running.flags("a")).toEqual({ seen: true, read: false });
  expect(running.flags("b")).toEqual({ seen: true, read: true });
  const changes = ["PATCH /a/archive", "PATCH /b/archive", "PATCH /a/unread", "PATCH /b/unarchive"];
  await vi.waitFor(() => expect(running.server.changes()).toEqual(changes), 10_000);
});

test("what was done before can be taken back until something else is done", async () => {
  const running = await anInbox([aNotification("a"), aNotification("b")]);
  await live(running);
  await running.inbox.feed().load();
  const deleting = running.inbox.delete("a");
  await running.inbox.read("b");
  await expect(deleting).resolves.toBe(true);
  expect(running.inbox.undoable.getState().value).toBeNull();
  expect(running.server.changes()).toEqual(["DELETE /a/delete", "PATCH /b/read"]);
});

test("a snoozed notification leaves the main view, and comes back when it is asked for", async () => {
  const running = await anInbox([aNotification("a")]);
  await live(running);
  await running.inbox.feed().load();
  await running.inbox.snooze("a", new Date("2026-01-16T09:00:00Z"));
  expect(running.ids()).toEqual([]);
  expect(running.server.callsTo("PATCH /inbox/notifications/a/snooze")[0]?.body).toEqual({
    snoozeUntil: "2026-01-16T09:00:00.000Z",
  });
  await running.inbox.unsnooze("a");
  await vi.waitFor(() => expect(running.ids()).toEqual(["a"]), 10_000);
});

test("a pressed button is completed, the other one is not, and the notification is read", async () => {
  const buttons = {
    primaryAction: { label: "Yes", isCompleted: false },
    secondaryAction: { label: "No", isCompleted: true },
  };
  const running = await anInbox([aNotification("a", buttons)]);
  await live(running);
  await running.inbox.feed().load();
  const pressing = running.inbox.complete("a", "primary");
  const [shown] = running.inbox.feed().store.getState().notifications;
  expect([shown?.primaryAction?.isCompleted, shown?.secondaryAction?.isCompleted, shown?.isRead]).toEqual([
    true,
    false,
    true,
  ]);
  await pressing;
  expect(running.server.callsTo("PATCH /inbox/notifications/a/complete")[0]?.body).toEqual({ actionType: "primary" });
});

test("while the server is away changes are kept, shown, and sent in their order when it is back", async () => {
  const running = await anInbox([aNotification("a"), aNotification("b")]);
  await live(running);
  await running.inbox.feed().load();
  let away = true;
  const failing = () => (away ? { status: 503, body: { message: "Away" } } : undefined);
  for (const call of [
    "PATCH /inbox/notifications/a/read",
    "PATCH /inbox/notifications/a/unread",
    "PATCH /inbox/notifications/b/archive",
  ]) {
    running.server.answers[call] = () => failing() ?? { body: { data: {} } };
  }
  const marks = [running.inbox.read("a"), running.inbox.unread("a"), running.inbox.archive("b")];
  expect(running.flags("a")).toEqual({ seen: true, read: false });
  expect(running.ids()).toEqual(["a"]);
  await vi.waitFor(() => expect(running.server.changes()).toHaveLength(1), 10_000);
  away = false;
  await expect(Promise.all(marks)).resolves.toEqual([true, true, true]);
  expect(running.server.changes()).toEqual(["PATCH /a/read", "PATCH /a/read", "PATCH /a/unread", "PATCH /b/archive"]);
}, 20_000);

test("what was not sent outlives a reload of the page", async () => {
  const before = await anInbox([aNotification("a"), aNotification("b")]);
  await live(before);
  await before.inbox.feed().load();
  before.server.answers["PATCH /inbox/notifications/a/read"] = () => ({ status: 503, body: {} });
  void before.inbox.read("a");
  await vi.waitFor(() => expect(before.server.changes()).toHaveLength(1), 10_000);
  // The page goes away without a word.
  before.inbox.logout();
  delete before.server.answers["PATCH /inbox/notifications/a/read"];
  const after = openInbox(before.server.url);
  await vi.waitFor(
    () => expect(before.server.notifications.map(({ isRead }) => isRead)).toEqual([true, false]),
    10_000,
  );
  await after.inbox.feed().load();
  expect(after.flags("a")).toEqual({ seen: true, read: true });
  expect(Object.keys(stored).filter((key) => key.startsWith("belfry_inbox:"))).toEqual([]);
});

test("a change of one subscriber is not sent for another one of the same browser", async () => {
  const ada = await anInbox([aNotification("a")]);
  await live(ada);
  await ada.inbox.feed().load();
  ada.server.answers["PATCH /inbox/notifications/a/read"] = () => ({ status: 503, body: {} });
  void ada.inbox.read("a");
  await vi.waitFor(() => expect(ada.server.changes()).toHaveLength(1), 10_000);
  ada.inbox.logout();
  // What was under way ends.
  await new Promise((resolve) => setTimeout(resolve, 100));
  const sent = ada.server.changes().length;
  const { inbox } = openInbox(ada.server.url, { subscriberId: "grace" });
  await inbox.feed().load();
  expect(inbox.feed().store.getState().notifications).toMatchObject([{ id: "a", isRead: false }]);
  expect(ada.server.changes()).toHaveLength(sent);
});

test("a server that fails again and again counts as refusing, and the change is taken back", async () => {
  const errors: unknown[] = [];
  const running = await anInbox([aNotification("a")], { onError: (error) => errors.push(error) });
  await live(running);
  await running.inbox.feed().load();
  const wait = setTimeout;
  const soon = (run: (...given: unknown[]) => void, ms: number, ...given: unknown[]) => wait(run, ms / 100, ...given);
  vi.stubGlobal("setTimeout", soon);
  cleanUp.push(() => vi.stubGlobal("setTimeout", wait));
  running.server.answers["PATCH /inbox/notifications/a/read"] = () => ({ status: 500, body: { message: "Broken" } });
  await expect(running.inbox.read("a")).resolves.toBe(false);
  expect(running.server.changes()).toHaveLength(5);
  expect(errors).toContainEqual(expect.objectContaining({ status: 500 }));
}, 20_000);

test("another tab of the browser shows what this one does before the server has it", async () => {
  const one = await anInbox([aNotification("a")]);
  await live(one);
  const other = openInbox(one.server.url);
  await vi.waitFor(() => expect(one.server.sockets).toHaveLength(2), 10_000);
  await Promise.all([one.inbox.feed().load(), other.inbox.feed().load()]);
  void one.inbox.delete("a");
  const key = Object.keys(stored).find((name) => name.startsWith("belfry_inbox:"));
  pageEvents.dispatchEvent(Object.assign(new Event("storage"), { key }));
  expect(other.ids()).toEqual([]);
  one.inbox.undo();
  pageEvents.dispatchEvent(Object.assign(new Event("storage"), { key }));
  await vi.waitFor(() => expect(other.ids()).toEqual(["a"]), 10_000);
  expect(one.server.changes()).toEqual([]);
});

test("stores have their own queries and numbers", async () => {
  const running = await anInbox([aNotification("a")], {
    stores: [
      { storeId: "billing", query: { feedIdentifier: ["invoices", "cards"], tags: ["paid"], data: { plan: "pro" } } },
    ],
  });
  await live(running);
  await running.inbox.feed("billing").load();
  const [list] = running.server.callsTo("GET /inbox/notifications");
  expect([...(list?.query ?? [])]).toEqual([
    ["archived", "false"],
    ["snoozed", "false"],
    ["feedIdentifier[]", "invoices"],
    ["feedIdentifier[]", "cards"],
    ["tags[]", "paid"],
    ["data", '{"plan":"pro"}'],
    ["limit", "25"],
  ]);
  const [count] = running.server.callsTo("/inbox/notifications/count");
  expect(count?.query.get("exact")).toBe("true");
  expect(JSON.parse(count?.query.get("filters") ?? "")).toEqual([
    { read: false, snoozed: false },
    { seen: false, snoozed: false },
    {
      archived: false,
      snoozed: false,
      feedIdentifier: ["invoices", "cards"],
      tags: ["paid"],
      data: { plan: "pro" },
      read: false,
    },
  ]);
  const marking = running.inbox.readAll("billing");
  running.inbox.release();
  await marking;
  expect(running.server.callsTo("POST /inbox/notifications/read")[0]?.body).toMatchObject({
    feedIdentifier: ["invoices", "cards"],
    data: '{"plan":"pro"}',
  });
  expect(() => running.inbox.feed("other")).toThrow('No store is named "other"');
});

test("a burst of events refetches counts and an open feed once, and passes the notification on", async () => {
  const notifications = [aNotification("a")];
  const arrived: string[] = [];
  const running = await anInbox(notifications, { onNew: ({ id }) => arrived.push(id) });
  await live(running);
  await running.inbox.feed().load();
  const before = lists(running);
  const notification = aNotification("b", {}, -1);
  notifications.unshift(notification);
  running.server.send({ event: "notification_received", data: { message: {}, notification } });
  running.server.send({ event: "unseen_count_changed", data: { unseenCount: 2, hasMore: false } });
  running.server.send({ event: "unread_count_changed", data: { unreadCount: 2, hasMore: false } });
  await vi.waitFor(() => expect(running.flags("b")).toEqual({ seen: false, read: false }), 10_000);
  expect(running.counts()).toEqual({ unseen: 2, unread: 2 });
  await vi.waitFor(() => expect(lists(running)).toBe(before + 1), 10_000);
  await vi.waitFor(() => expect(running.server.callsTo("/inbox/notifications/count")).toHaveLength(3), 10_000);
  expect(arrived).toEqual(["b"]);
});

test("a notification that was stored after the first fetch and before the socket joined is shown without another event", async () => {
  const notifications: Notification[] = [];
  const running = await anInbox(notifications, { beforeJoin: () => notifications.push(aNotification("a")) });
  await running.inbox.feed().load();
  await vi.waitFor(() => expect(running.flags("a")).toEqual({ seen: false, read: false }), 10_000);
  await vi.waitFor(() => expect(running.counts()).toEqual({ unseen: 1, unread: 1 }), 10_000);
});

test.each([
  ["text", "<!doctype html>"],
  ["no data", { data: null }],
  ["a list in its place", []],
])("an answer that is %s ends in the error state and in `onError`, and throws nothing", async (_, body) => {
  const errors: unknown[] = [];
  const running = await anInbox([], {
    onError: (error) => errors.push(error),
    answers: {
      "GET /inbox/notifications": () => ({ body }),
      "/inbox/organization": () => ({ body }),
      "/inbox/notifications/count": () => ({ body }),
    },
  });
  await live(running);
  await running.inbox.feed().load();
  expect(running.inbox.feed().store.getState().status).toBe("error");
  await vi.waitFor(() => expect(errors.length).toBeGreaterThanOrEqual(3), 10_000);
  expect(running.counts()).toEqual({ unseen: 0, unread: 0 });
  expect(running.inbox.organization.getState().value).toBeNull();
});

test("a session without a usable token is reported and tried again, not thrown", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const errors: unknown[] = [];
  const running = await anInbox([], {
    onError: (error) => errors.push(error),
    answers: { "/inbox/session": () => ({ status: 201, body: { data: { token: 7 } } }) },
  });
  await vi.waitFor(
    () => expect(errors).toEqual([expect.objectContaining({ message: expect.stringContaining("token") })]),
    10_000,
  );
  expect(running.inbox.session.getState().status).toBe("offline");
  expect(running.server.sockets).toEqual([]);
});

test("with an address that is not one of a socket the inbox fetches over HTTP", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const running = await anInbox([aNotification("a")], { socketUrl: "gopher://nowhere.invalid" });
  await vi.waitFor(() => expect(running.counts()).toEqual({ unseen: 1, unread: 1 }), 10_000);
  expect(running.server.sockets).toEqual([]);
});

test("after a lost connection counts are fetched again, and nothing is announced twice", async () => {
  const arrived: string[] = [];
  const running = await anInbox([aNotification("a")], { onNew: ({ id }) => arrived.push(id) });
  await live(running);
  running.server.sockets[0]?.terminate();
  await vi.waitFor(() => expect(running.server.sockets).toHaveLength(2), 3_000);
  await vi.waitFor(() => expect(running.server.callsTo("/inbox/notifications/count")).toHaveLength(3), 10_000);
  expect(arrived).toEqual([]);
});

test("a refused session opens no socket and is reported once", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const errors: unknown[] = [];
  const running = await anInbox([], {
    onError: (error) => errors.push(error),
    answers: { "/inbox/session": () => ({ status: 400, body: { message: "Unknown" } }) },
  });
  await vi.waitFor(() => expect(running.inbox.session.getState().status).toBe("error"), 10_000);
  await running.inbox.feed().load();
  expect(errors).toHaveLength(1);
  expect(running.server.sockets).toEqual([]);
  expect(running.server.calls).toHaveLength(1);
});

test("a log-out disconnects, forgets the notifications and the token, and the inbox can be started again", async () => {
  const running = await anInbox([aNotification("a")]);
  await live(running);
  await running.inbox.feed().load();
  expect(stored.widget_user_auth_token).toBe("token-1");
  running.inbox.logout();
  expect(running.flags("a")).toBeUndefined();
  expect(running.inbox.session.getState()).toMatchObject({ status: "idle", token: null });
  expect(stored.widget_user_auth_token).toBeUndefined();
  await vi.waitFor(() => expect(running.server.sockets[0]?.readyState).toBe(WebSocket.CLOSED), 10_000);
  running.inbox.start();
  await vi.waitFor(() => expect(running.server.sockets).toHaveLength(2), 10_000);
});

test("what happens in the inbox can be noted under the widget's label", async () => {
  const running = await anInbox([]);
  await live(running);
  await running.inbox.log("Bell opened", { unread: 3 });
  expect(running.server.callsTo("/widgets/usage/log")[0]?.body).toEqual({
    name: "[Widget] - Bell opened",
    payload: { unread: 3 },
  });
});

test("a preference changes at once, and is taken back when the server refuses it", async () => {
  const running = await anInbox([], { onError: () => undefined });
  await live(running);
  const { preferences } = running.inbox;
  await preferences.load();
  const email = () => preferences.store.getState().global?.channels.email;
  expect(email()).toBe(true);
  const changing = preferences.change(undefined, { email: false });
  expect(email()).toBe(false);
  await expect(changing).resolves.toBe(true);
  running.server.answers["PATCH /inbox/preferences"] = () => ({ status: 400, body: { message: "No" } });
  await expect(preferences.change(undefined, { email: true })).resolves.toBe(false);
  await vi.waitFor(() => expect(preferences.store.getState().status).toBe("ready"), 10_000);
  expect(running.server.callsTo("PATCH /inbox/preferences").map(({ body }) => body)).toEqual([
    { email: false },
    { email: true },
  ]);
});

test("what is held is sent when the inbox ends, and when the page is left, without waiting for a lock", async () => {
  const { navigator } = globalThis;
  vi.stubGlobal("navigator", { locks: { request: () => new Promise(() => undefined) } });
  cleanUp.push(() => vi.stubGlobal("navigator", navigator));
  const running = await anInbox(["a", "b", "c", "d"].map((id, age) => aNotification(id, {}, age)));
  await live(running);
  await running.inbox.feed().load();
  void running.inbox.delete("a");
  void running.inbox.delete(["b", "c"]);
  pageEvents.dispatchEvent(new Event("pagehide"));
  await vi.waitFor(() => expect(running.server.notifications.map(({ id }) => id)).toEqual(["d"]), 10_000);
  void running.inbox.readAll();
  running.inbox.logout();
  await vi.waitFor(() => expect(running.server.notifications.every(({ isRead }) => isRead)).toBe(true), 10_000);
  await vi.waitFor(
    () => expect(Object.keys(stored).filter((key) => key.startsWith("belfry_inbox:"))).toEqual([]),
    10_000,
  );
});

test("a long list stays, and a live message fetches nothing but the first page", async () => {
  const notifications = Array.from({ length: 120 }, (_, index) => aNotification(`n${index}`, {}, index));
  const running = await anInbox(notifications);
  await live(running);
  const feed = running.inbox.feed();
  await feed.load();
  for (let page = 0; page < 4; page += 1) await feed.loadMore();
  expect(running.ids()).toHaveLength(120);
  const before = running.server.callsTo("GET /inbox/notifications").length;
  const notification = aNotification("new", {}, -1);
  notifications.unshift(notification);
  running.server.send({ event: "notification_received", data: { notification } });
  running.server.send({ event: "unread_count_changed", data: { unreadCount: 121, hasMore: true } });
  await vi.waitFor(() => expect(running.ids()[0]).toBe("new"), 10_000);
  await new Promise((resolve) => setTimeout(resolve, 200));
  const calls = running.server.callsTo("GET /inbox/notifications").slice(before);
  expect(calls.map(({ query }) => [query.get("limit"), query.get("after")])).toEqual([["25", null]]);
  expect(running.ids()).toHaveLength(121);
});

test("what is in view further down is kept up to date, and the rest when it comes into view", async () => {
  const notifications = Array.from({ length: 120 }, (_, index) => aNotification(`n${index}`, {}, index));
  const running = await anInbox(notifications);
  await live(running);
  const feed = running.inbox.feed();
  await feed.load();
  for (let page = 0; page < 4; page += 1) await feed.loadMore();
  notifications.splice(110, 1);
  notifications.splice(60, 1);
  feed.look(["n60", "n61"]);
  running.inbox.refetch();
  await vi.waitFor(() => expect(running.ids()).not.toContain("n60"), 10_000);
  expect(running.ids()).toContain("n110");
  feed.look(["n109", "n110"]);
  await vi.waitFor(() => expect(running.ids()).not.toContain("n110"), 10_000);
  expect(running.ids()).toHaveLength(118);
});

test("after many new ones the list is fetched as far as it was, and in its order", async () => {
  const notifications = Array.from({ length: 60 }, (_, index) => aNotification(`n${index}`, {}, index));
  const running = await anInbox(notifications);
  await live(running);
  const feed = running.inbox.feed();
  await feed.load();
  await feed.loadMore();
  notifications.unshift(...Array.from({ length: 40 }, (_, index) => aNotification(`m${index}`, {}, index - 40)));
  await feed.refresh();
  expect(running.ids().slice(0, 90)).toEqual(notifications.slice(0, 90).map(({ id }) => id));
});

const numberOf = ({ inbox }: Running, query: Query) => inbox.counts.get(query);

/** Opens an inbox that counts some queries, with its list loaded. */
async function counting(notifications: Notification[], ...queries: Query[]) {
  const running = await anInbox(notifications);
  await live(running);
  for (const query of queries) running.inbox.watchCount(query);
  await running.inbox.feed().load();
  await recounted(running, notifications, queries);
  return running;
}

/** Has an inbox count anew, and waits for the numbers. */
async function recounted(running: Running, notifications: readonly Notification[], queries: readonly Query[]) {
  running.inbox.refetch();
  const known = queries.map((query) => notifications.filter((one) => matches(one, query)).length);
  await vi.waitFor(() => expect(queries.map((query) => numberOf(running, query))).toEqual(known), 10_000);
}

type Elsewhere = (all: Notification[]) => void;
const deleted: Elsewhere = (all) => void all.splice(1, 1);
const change = (flags: Partial<Notification>): Elsewhere => {
  return (all) => void all.splice(1, 1, { ...aNotification("b", {}, 1), ...flags });
};
const archivedElsewhere = change({ isArchived: true, isRead: true, isSeen: true });
const snoozedElsewhere = change({ isSnoozed: true });

test.each([
  ["one is deleted elsewhere, then all are archived", deleted, "archiveAll", { archived: true }, [0, 3]],
  ["one is snoozed elsewhere, then all are read", snoozedElsewhere, "readAll", { read: false }, [4, 1]],
  ["one is archived elsewhere, then all are archived", archivedElsewhere, "archiveAll", { archived: true }, [1, 4]],
  ["one is archived elsewhere, then all are deleted", archivedElsewhere, "deleteAll", { archived: true }, [1]],
  ["one is snoozed elsewhere, then all are archived", snoozedElsewhere, "archiveAll", { read: false }, [4, 1]],
  ["one is snoozed elsewhere, then all are seen", snoozedElsewhere, "seenAll", { seen: false }, [4, 1]],
  ["one is snoozed elsewhere, then all are deleted", snoozedElsewhere, "deleteAll", { read: false }, [4, 1]],
  ["one is snoozed elsewhere, then all are read", snoozedElsewhere, "readAll", { snoozed: true }, [1]],
] as const)("numbers follow the list: %s", async (_, elsewhere, all, query, numbers) => {
  const notifications = ["a", "b", "c", "d"].map((id, age) => aNotification(id, {}, age));
  // One of these changes elsewhere, whatever that is.
  const queries: Query[] = [query, {}, { snoozed: false, ...query }];
  const running = await counting(notifications, ...queries);
  elsewhere(notifications);
  await recounted(running, notifications, queries);
  await vi.waitFor(() => expect(running.ids()).toEqual(["a", "c", "d"]), 10_000);
  expect(numberOf(running, query)).toBe(numbers[0]);
  const seen: number[] = [numberOf(running, query)];
  running.inbox.counts.store.subscribe(() => seen.push(numberOf(running, query)));
  const changing = running.inbox[all]();
  running.inbox.release();
  await changing;
  await new Promise((resolve) => setTimeout(resolve, 400));
  expect([...new Set(seen)]).toEqual(numbers);
});

test("of a long list, what is snoozed still counts when all are read", async () => {
  const many = Array.from({ length: 60 }, (_, index) => aNotification(`n${index}`, { isSnoozed: index > 56 }, index));
  const running = await counting(many, { read: false });
  const marking = running.inbox.readAll();
  expect(numberOf(running, { read: false })).toBe(3);
  running.inbox.release();
  await marking;
});

test("a number that the server says while an operation is on its way waits for that", async () => {
  const running = await counting(
    ["a", "b", "c", "d"].map((id) => aNotification(id)),
    { read: false },
  );
  const other = openInbox(running.server.url);
  await vi.waitFor(() => expect(running.server.sockets).toHaveLength(2), 10_000);
  await other.inbox.feed().load();
  await vi.waitFor(() => expect(other.counts().unread).toBe(4), 10_000);
  running.server.answers["PATCH /inbox/notifications/a/archive"] = () => ({ status: 503, body: {} });
  void running.inbox.archive("a");
  const seen: number[] = [];
  other.inbox.counts.store.subscribe(() => seen.push(other.counts().unread));
  running.server.send({ event: "unread_count_changed", data: { unreadCount: 3, hasMore: false } });
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect([other.counts().unread, ...seen].every((unread) => unread === 3)).toBe(true);
});

test("two inboxes of one page share what is not sent, and the last one removes the token", async () => {
  const one = await anInbox([aNotification("a"), aNotification("b")]);
  await live(one);
  const other = openInbox(one.server.url);
  await vi.waitFor(() => expect(one.server.sockets).toHaveLength(2), 10_000);
  await Promise.all([one.inbox.feed().load(), other.inbox.feed().load()]);
  void one.inbox.delete("a");
  expect(other.ids()).toEqual(["b"]);
  other.inbox.logout();
  expect(one.inbox.undoable.getState().value).toMatchObject({ count: 1 });
  expect(one.server.changes()).toEqual([]);
  expect(stored.widget_user_auth_token).toBe("token-1");
  one.inbox.logout();
  expect(stored.widget_user_auth_token).toBeUndefined();
});

test("of one kind, what was done within the time for it is taken back together, and sent together", async () => {
  const running = await anInbox(["a", "b", "c", "d"].map((id, age) => aNotification(id, {}, age)));
  await live(running);
  await running.inbox.feed().load();
  void running.inbox.delete("a");
  void running.inbox.delete("b");
  expect(running.inbox.undoable.getState().value).toMatchObject({ kind: "delete", count: 2 });
  running.inbox.undo();
  expect(running.ids()).toEqual(["a", "b", "c", "d"]);
  await Promise.all([running.inbox.archive("a"), running.inbox.archive("b")]);
  running.inbox.undo();
  await vi.waitFor(() => expect(running.ids()).toEqual(["a", "b", "c", "d"]), 10_000);
  const deleting = [running.inbox.delete("c"), running.inbox.delete("d")];
  running.inbox.release();
  await expect(Promise.all(deleting)).resolves.toEqual([true, true]);
  expect(running.server.notifications.map(({ id }) => id)).toEqual(["a", "b"]);
});

test("the time for taking back stops while somebody is about to, and begins anew", async () => {
  const running = await anInbox([aNotification("a")]);
  await live(running);
  await running.inbox.feed().load();
  const now = vi.spyOn(Date, "now");
  void running.inbox.delete("a");
  running.inbox.keepUndo(true);
  now.mockReturnValue(Date.now() + 60_000);
  running.inbox.keepUndo(false);
  now.mockRestore();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(running.server.changes()).toEqual([]);
  running.inbox.undo();
  expect(running.ids()).toEqual(["a"]);
});

test("what is read in the view of unread ones stays there until that is loaded again", async () => {
  const running = await anInbox([aNotification("a"), aNotification("b", {}, 1)]);
  await live(running);
  const unread = running.inbox.feed(undefined, "unread");
  const shown = () => unread.store.getState().notifications.map(({ id, isRead }) => [id, isRead]);
  await unread.load();
  await running.inbox.read("a");
  await unread.refresh();
  expect(shown()).toEqual([
    ["a", true],
    ["b", false],
  ]);
  await unread.load();
  expect(shown()).toEqual([["b", false]]);
});

test("offline, a view that was never fetched lists what is known of it", async () => {
  const running = await anInbox([aNotification("a"), aNotification("b", {}, 1)], { onError: () => undefined });
  await live(running);
  await running.inbox.feed().load();
  running.server.answers["GET /inbox/notifications"] = () => ({ status: 503, body: {} });
  await running.inbox.archive("b");
  const archive = running.inbox.feed(undefined, "archived");
  await archive.load();
  expect(archive.store.getState()).toMatchObject({ status: "error", notifications: [{ id: "b" }] });
});

test("stores may change at any time, without another session", async () => {
  const running = await anInbox([aNotification("a", { tags: ["paid"] }), aNotification("b")]);
  await live(running);
  expect(() => running.inbox.feed("billing")).toThrow('No store is named "billing"');
  running.inbox.setStores([{ storeId: "all" }, { storeId: "billing", query: { tags: ["paid"] } }]);
  await running.inbox.feed("billing").load();
  expect(running.inbox.feed("billing").store.getState().notifications).not.toEqual([]);
  expect(running.server.callsTo("/inbox/session")).toHaveLength(1);
});
