import { afterEach, expect, test, vi } from "vitest";
import { WebSocket } from "ws";
import type { InAppMessage } from "#contract/messages.ts";
import { type Answer, aMessage, type Call, inboxAnswers, startFakeServer } from "../testing/fake-server.ts";
import { createInbox, type InboxOptions } from "./inbox.ts";

vi.stubGlobal("WebSocket", WebSocket);
vi.stubGlobal("location", { href: "http://host.example/page" });
const pageEvents = new EventTarget();
vi.stubGlobal("addEventListener", pageEvents.addEventListener.bind(pageEvents));
vi.stubGlobal("removeEventListener", pageEvents.removeEventListener.bind(pageEvents));

const cleanUp: (() => unknown)[] = [];
afterEach(async () => {
  for (const undo of cleanUp.splice(0).reverse()) await undo();
});

type ServerOptions = { answers?: Record<string, (call: Call) => Answer>; beforeJoin?: () => void };

async function anInbox(
  messages: InAppMessage[],
  { answers = {}, beforeJoin, ...options }: Partial<InboxOptions> & ServerOptions = {},
) {
  const server = await startFakeServer({ ...inboxAnswers(messages), ...answers }, beforeJoin);
  const inbox = createInbox({ applicationIdentifier: "app", subscriberId: "ada", apiUrl: server.url, ...options });
  cleanUp.push(server.close, inbox.stop);
  inbox.start();
  const flags = (id: string) => {
    const message = inbox
      .feed()
      .store.getState()
      .messages.find(({ _id }) => _id === id);
    return message && { seen: message.seen, read: message.read };
  };
  return { server, inbox, flags, counts: () => inbox.counts.getState() };
}

/** Waits until the inbox has fetched at its start and again once its socket has joined. */
const live = async ({ server }: Awaited<ReturnType<typeof anInbox>>) =>
  vi.waitFor(() => {
    expect(server.sockets).toHaveLength(1);
    expect(server.callsTo("/organization")).toHaveLength(1);
    expect(server.callsTo("/notifications/unread")).toHaveLength(2);
  }, 10_000);

test("a start fetches counts and organization and opens one socket, but no feed", async () => {
  const running = await anInbox([aMessage("a"), aMessage("b", { seen: true })]);
  await live(running);
  await vi.waitFor(() => expect(running.counts()).toEqual({ unseen: 1, unread: 2 }), 10_000);
  expect(running.inbox.organization.getState().value).toMatchObject({ name: "Acme" });
  expect(running.server.callsTo("/notifications/feed")).toEqual([]);
});

test("without a subscriber nothing is requested", async () => {
  const { server } = await anInbox([], { subscriberId: "" });
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(server.calls).toEqual([]);
});

test.each([
  ["read", { seen: false, read: false }, { seen: true, read: true }],
  ["unread", { seen: true, read: true }, { seen: true, read: false }],
  ["seen", { seen: false, read: false }, { seen: true, read: false }],
] as const)("marking as %s shows its flags at once and sends both", async (as, before, after) => {
  const running = await anInbox([aMessage("a", before)]);
  await live(running);
  await running.inbox.feed().load();
  const marking = running.inbox.mark(["a"], as);
  expect(running.flags("a")).toEqual(after);
  await expect(marking).resolves.toBe(true);
  expect(running.flags("a")).toEqual(after);
  expect(running.server.callsTo("/messages/markAs").map(({ body }) => body)).toEqual([
    { messageId: ["a"], mark: after },
  ]);
});

test("counts follow a mark at once", async () => {
  const running = await anInbox([aMessage("a"), aMessage("b")]);
  await live(running);
  await running.inbox.feed().load();
  await vi.waitFor(() => expect(running.counts()).toEqual({ unseen: 2, unread: 2 }), 10_000);
  const marking = running.inbox.mark(["a"], "read");
  expect(running.counts()).toEqual({ unseen: 1, unread: 1 });
  await marking;
});

test("a mark that the server refuses is rolled back in messages and counts, and reported", async () => {
  const errors: unknown[] = [];
  const running = await anInbox([aMessage("a")], {
    onError: (error) => errors.push(error),
    answers: { "/messages/markAs": () => ({ status: 500, body: { message: "Broken" } }) },
  });
  await live(running);
  await running.inbox.feed().load();
  await vi.waitFor(() => expect(running.counts().unread).toBe(1), 10_000);
  const marking = running.inbox.mark(["a"], "read");
  expect(running.counts()).toEqual({ unseen: 0, unread: 0 });
  await expect(marking).resolves.toBe(false);
  expect(running.flags("a")).toEqual({ seen: false, read: false });
  expect(running.counts()).toEqual({ unseen: 1, unread: 1 });
  expect(errors).toEqual([expect.objectContaining({ status: 500 })]);
});

test("a message that has the flags already is not marked again", async () => {
  const running = await anInbox([aMessage("a", { seen: true, read: true })]);
  await live(running);
  await running.inbox.feed().load();
  await expect(running.inbox.mark(["a"], "read")).resolves.toBe(true);
  expect(running.server.callsTo("/messages/markAs")).toEqual([]);
});

test("marking all as read makes every loaded message read and seen", async () => {
  const running = await anInbox([aMessage("a"), aMessage("b", { seen: true })]);
  await live(running);
  await running.inbox.feed().load();
  const marking = running.inbox.markAll("read");
  expect([running.flags("a"), running.flags("b")]).toEqual(Array(2).fill({ seen: true, read: true }));
  expect(running.counts()).toEqual({ unseen: 0, unread: 0 });
  await marking;
  expect(running.server.callsTo("/messages/read")).toHaveLength(1);
});

test("marking all as seen makes what was unseen seen and leaves it unread", async () => {
  const running = await anInbox([aMessage("a"), aMessage("b", { seen: true, read: true })]);
  await live(running);
  await running.inbox.feed().load();
  await running.inbox.markAll("seen");
  expect(running.flags("a")).toEqual({ seen: true, read: false });
  expect(running.flags("b")).toEqual({ seen: true, read: true });
});

test("marking all in a named feed marks only its messages", async () => {
  const running = await anInbox([aMessage("a")], {
    stores: [{ storeId: "billing", query: { feedIdentifier: ["invoices", "cards"] } }],
  });
  await live(running);
  await running.inbox.markAll("read", "billing");
  expect(running.server.callsTo("/messages/read")[0]?.body).toEqual({ feedId: ["invoices", "cards"] });
});

test("a burst of events refetches counts and an open feed once, and passes the message on", async () => {
  const messages = [aMessage("a")];
  const arrived: string[] = [];
  const running = await anInbox(messages, { onNew: ({ _id }) => arrived.push(_id) });
  await live(running);
  await running.inbox.feed().load();
  const before = running.server.callsTo("/notifications/feed").length;
  messages.unshift(aMessage("b", {}, -1));
  running.server.send({ event: "notification_received", data: { message: messages[0] } });
  running.server.send({ event: "unseen_count_changed", data: { unseenCount: 2, hasMore: false } });
  running.server.send({ event: "unread_count_changed", data: { unreadCount: 2, hasMore: false } });
  await vi.waitFor(() => expect(running.flags("b")).toEqual({ seen: false, read: false }), 10_000);
  expect(running.counts()).toEqual({ unseen: 2, unread: 2 });
  expect(running.server.callsTo("/notifications/feed")).toHaveLength(before + 1);
  expect(running.server.callsTo("/notifications/unread")).toHaveLength(3);
  expect(arrived).toEqual(["b"]);
});

test("a message that was stored after the first fetch and before the socket joined is shown without another event", async () => {
  const messages: InAppMessage[] = [];
  const running = await anInbox(messages, { beforeJoin: () => messages.push(aMessage("a")) });
  await running.inbox.feed().load();
  await vi.waitFor(() => expect(running.flags("a")).toEqual({ seen: false, read: false }), 10_000);
  await vi.waitFor(() => expect(running.counts()).toEqual({ unseen: 1, unread: 1 }), 10_000);
});

test.each([
  ["text", "<!doctype html>"],
  ["no data", { data: null }],
  ["a list in its place", { data: [] }],
])("an answer that is %s ends in the error state and in `onError`, and throws nothing", async (_, body) => {
  const errors: unknown[] = [];
  const running = await anInbox([], {
    onError: (error) => errors.push(error),
    answers: {
      "/notifications/feed": () => ({ body: Array.isArray(body) ? body : { ...Object(body), data: 1 } }),
      "/organization": () => ({ body }),
      "/notifications/unseen": () => ({ body }),
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
    answers: { "/session/initialize": () => ({ status: 201, body: { data: { token: 7 } } }) },
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
  const running = await anInbox([aMessage("a")], { socketUrl: "gopher://nowhere.invalid" });
  await vi.waitFor(() => expect(running.counts()).toEqual({ unseen: 1, unread: 1 }), 10_000);
  expect(running.server.sockets).toEqual([]);
});

test("after a lost connection counts are fetched again, and nothing is announced twice", async () => {
  const arrived: string[] = [];
  const running = await anInbox([aMessage("a")], { onNew: ({ _id }) => arrived.push(_id) });
  await live(running);
  running.server.sockets[0]?.terminate();
  await vi.waitFor(() => expect(running.server.sockets).toHaveLength(2), 3_000);
  await vi.waitFor(() => expect(running.server.callsTo("/notifications/unread")).toHaveLength(3), 10_000);
  expect(arrived).toEqual([]);
});

test("a refused session opens no socket and is reported once", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const errors: unknown[] = [];
  const running = await anInbox([], {
    onError: (error) => errors.push(error),
    answers: { "/session/initialize": () => ({ status: 400, body: { message: "Unknown" } }) },
  });
  await vi.waitFor(() => expect(running.inbox.session.getState().status).toBe("error"), 10_000);
  await running.inbox.feed().load();
  expect(errors).toHaveLength(1);
  expect(running.server.sockets).toEqual([]);
  expect(running.server.calls).toHaveLength(1);
});

test("stopping disconnects and removes the messages, and the inbox can be started again", async () => {
  const running = await anInbox([aMessage("a")]);
  await live(running);
  await running.inbox.feed().load();
  running.inbox.stop();
  expect(running.flags("a")).toBeUndefined();
  expect(running.inbox.session.getState().status).toBe("idle");
  await vi.waitFor(() => expect(running.server.sockets[0]?.readyState).toBe(WebSocket.CLOSED), 10_000);
  running.inbox.start();
  await vi.waitFor(() => expect(running.server.sockets).toHaveLength(2), 10_000);
});
