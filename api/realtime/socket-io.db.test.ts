import { setTimeout as sleep } from "node:timers/promises";
import { io, type ManagerOptions, type Socket, type SocketOptions } from "socket.io-client";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import type { InboxSocketFrame } from "#contract/inbox/widgets.ts";
import { publish } from "#db/notify.ts";
import { getSubscriber } from "#db/queries/subscribers/subscribers.ts";
import { createTestEnvironment, type TestEnvironment, testApp, testConfig } from "#test/support/environment.ts";
import { createTestSubscriber, storeMessages } from "#test/support/inbox.ts";
import { openInboxSocket } from "#test/support/inbox-socket.ts";
import { signSubscriberToken } from "../tokens.ts";

// The sockets of the published clients, by the client library that they use.

const server = await testApp();
const { app, db } = server;
let environment: TestEnvironment;
let clients: Socket[] = [];

beforeAll(async () => {
  environment = await createTestEnvironment(db);
  await app.listen({ host: "127.0.0.1", port: 0 });
});
afterEach(() => {
  for (const client of clients) client.disconnect();
  clients = [];
});
afterAll(() => server.close());

type Subscriber = Awaited<ReturnType<typeof createTestSubscriber>>;
const newSubscriber = () => createTestSubscriber(db, environment.scope);
const WEBSOCKET = { transports: ["websocket"], reconnection: false, forceNew: true };

/** Opens a socket as a published client does. */
function open(options: Partial<ManagerOptions & SocketOptions>, origin = app.listeningOrigin) {
  const client = io(origin, { ...WEBSOCKET, ...options });
  clients.push(client);
  const frames: InboxSocketFrame[] = [];
  client.onAny((event, data) => frames.push({ event, data }));
  const disconnected = new Promise<string>((resolve) => client.once("disconnect", resolve));
  return {
    client,
    disconnected,
    async next(count: number): Promise<InboxSocketFrame[]> {
      await vi.waitFor(() => expect(frames.length).toBeGreaterThanOrEqual(count), 5_000);
      return frames.splice(0, count);
    },
    waiting: () => frames.map(({ event }) => event),
  };
}

/** A socket that is in the room of its subscriber. */
async function join(subscriber: Subscriber, options: Partial<ManagerOptions & SocketOptions>) {
  const before = app.inboxRooms.sockets().length;
  const opened = open(options);
  await vi.waitFor(() => expect(app.inboxRooms.sockets().length).toBeGreaterThan(before), 5_000);
  expect(app.inboxRooms.ownerOf(subscriber.id)).toBeDefined();
  return opened;
}

async function deliver(subscriber: Subscriber, content = "x") {
  const [messageId = ""] = await storeMessages(db, environment.scope, subscriber.id, [{ content }]);
  const { environmentId } = environment;
  await publish(db, [{ kind: "received", environmentId, subscriberId: subscriber.id, messageId }]);
  return messageId;
}

const unread = (unreadCount: number) => ({
  event: "unread_count_changed",
  data: {
    unreadCount,
    hasMore: false,
    counts: { total: unreadCount, severity: { high: 0, medium: 0, low: 0, none: unreadCount } },
  },
});

test.each([
  ["the token in auth, as notification-center sends it", (token: string) => ({ auth: { token } })],
  ["the token in the query, as headless and js send it", (token: string) => ({ query: { token } })],
  ["both: the one in auth counts", (token: string) => ({ auth: { token }, query: { token: "null" } })],
])("%s: message, unseen count and unread count, in this order", async (_, options) => {
  const subscriber = await newSubscriber();
  const { next } = await join(subscriber, options(subscriber.token));
  const id = await deliver(subscriber, "Hello");
  const [received, ...counts] = await next(3);
  expect(received).toMatchObject({
    event: "notification_received",
    data: { message: { _id: id, content: "Hello", cta: {} } },
  });
  expect(counts).toEqual([{ event: "unseen_count_changed", data: { unseenCount: 1, hasMore: false } }, unread(1)]);
});

test("contents are html, but text for a session of version 3", async () => {
  const subscriber = await newSubscriber();
  const claims = { _id: subscriber.id, subscriberId: subscriber.subscriberId, ...environment.scope };
  const token = await signSubscriberToken({ ...claims, format: "text" }, testConfig.secret);
  const older = await join(subscriber, { query: { token: subscriber.token } });
  const newer = await join(subscriber, { query: { token } });
  await deliver(subscriber, "Hi O&#39;Brien");
  const contents = await Promise.all([older, newer].map(async ({ next }) => (await next(1))[0]?.data));
  expect(contents).toMatchObject([
    { message: { content: "Hi O&#39;Brien" }, notification: { body: "Hi O'Brien" } },
    { message: { content: "Hi O'Brien" }, notification: { body: "Hi O'Brien" } },
  ]);
});

test.each([
  ["no token", {}],
  ["the text null", { query: { token: "null" } }],
  ["a broken token", { auth: { token: "nonsense" } }],
  ["a token that is no text", { auth: { token: { a: 1 } } }],
])("%s: the server accepts the connection and ends it", async (_, options) => {
  const { client, disconnected } = open(options);
  const refused = vi.fn();
  client.on("connect_error", refused);
  expect(await disconnected).toBe("io server disconnect");
  expect(refused).not.toHaveBeenCalled();
});

test("plain sockets and those of socket.io receive the same, and nobody else does", async () => {
  const [ada, bob] = [await newSubscriber(), await newSubscriber()];
  const plain = await openInboxSocket(app, ada.token);
  await plain.joined;
  const tab = await join(ada, { auth: { token: ada.token } });
  const other = await join(bob, { auth: { token: bob.token } });
  await deliver(ada);
  expect(await tab.next(3)).toEqual(await plain.next(3));
  await deliver(bob);
  expect(await other.next(3)).toHaveLength(3);
  expect([tab.waiting(), other.waiting(), plain.waiting()]).toEqual([[], [], []]);
  plain.close();
});

test("a subscriber is online until the last socket of either kind is closed", async () => {
  const subscriber = await newSubscriber();
  const flag = async () => (await getSubscriber(db, environment.scope, subscriber.subscriberId)).isOnline;
  const plain = await openInboxSocket(app, subscriber.token);
  await plain.joined;
  const tab = await join(subscriber, { auth: { token: subscriber.token } });
  plain.close();
  await plain.closed;
  await sleep(100);
  expect(await flag()).toBe(true);
  tab.client.disconnect();
  await vi.waitFor(async () => expect(await flag()).toBe(false), 10_000);
});

test("what a client sends is ignored, and a frame that is too long ends its connection", async () => {
  const subscriber = await newSubscriber();
  const { client, next, disconnected } = await join(subscriber, { auth: { token: subscriber.token } });
  client.emit("anything", { a: 1 });
  await deliver(subscriber);
  expect(await next(3)).toHaveLength(3);
  client.emit("anything", "x".repeat(20_000));
  expect(await disconnected).toMatch(/^transport/);
});

test("polling is refused by name, readable for pages of every origin", async () => {
  const reply = await app.inject({ url: "/socket.io/?EIO=4&transport=polling", headers: { origin: "https://a.test" } });
  expect(reply.statusCode).toBe(400);
  expect(reply.json()).toEqual({ code: 0, message: "Transport unknown: use websocket" });
  expect(reply.headers["access-control-allow-origin"]).toBe("*");
});

test("a server that stops ends the connection, so that the client reconnects elsewhere", async () => {
  const subscriber = await newSubscriber();
  const other = await testApp({ db });
  await other.app.listen({ host: "127.0.0.1", port: 0 });
  const { client, disconnected } = open({ auth: { token: subscriber.token } }, other.app.listeningOrigin);
  await vi.waitFor(() => expect(other.app.inboxRooms.sockets()).toHaveLength(1), 5_000);
  await other.close();
  // The client does not reconnect by itself after "io server disconnect".
  expect(await disconnected).toBe("transport close");
  expect(client.connected).toBe(false);
});
