import { afterEach, expect, test, vi } from "vitest";
import { WebSocket } from "ws";
import { aNotification, startFakeServer } from "../testing/fake-server.ts";
import type { SocketFrame } from "./read-answers.ts";
import { openSocket, reconnectDelay } from "./socket.ts";

vi.stubGlobal("WebSocket", WebSocket);

let server: Awaited<ReturnType<typeof startFakeServer>> | undefined;
let socket: { close(): void } | undefined;
afterEach(async () => {
  socket?.close();
  await server?.close();
});

async function connect() {
  const running = await startFakeServer([]);
  server = running;
  const frames: SocketFrame[] = [];
  /** The numbers of the attempts that were joined. */
  const joins: number[] = [];
  const downs: number[] = [];
  let attempts = 0;
  socket = openSocket({
    url: `${running.url.replace("http", "ws")}/v1/inbox/socket`,
    token: async () => {
      attempts += 1;
      return `t${attempts}`;
    },
    onFrame: (frame) => (frame.event === "joined" ? joins.push(attempts) : frames.push(frame)),
    onDisconnect: () => downs.push(attempts),
  });
  await vi.waitFor(() => expect(running.sockets).toHaveLength(1), 10_000);
  return { running, frames, joins, downs };
}

test("delays between attempts grow, differ between clients, and never exceed ten seconds", () => {
  expect(reconnectDelay(0, 1)).toBe(500);
  expect(reconnectDelay(0, 0)).toBe(250);
  expect(reconnectDelay(3, 1)).toBe(4_000);
  for (const attempt of [5, 50, 5_000]) expect(reconnectDelay(attempt, 1)).toBe(10_000);
});

test("a message and integer counts are taken from the socket", async () => {
  const { running, frames } = await connect();
  running.send({ event: "notification_received", data: { message: {}, notification: aNotification("a") } });
  running.send({ event: "unseen_count_changed", data: { unseenCount: 2, hasMore: false } });
  running.send({ event: "unread_count_changed", data: { unreadCount: 3, hasMore: false, counts: { total: 3 } } });
  await vi.waitFor(() => expect(frames).toHaveLength(3), 10_000);
  expect(frames).toMatchObject([
    { event: "notification_received", notification: { id: "a" } },
    { event: "unseen_count_changed", count: 2 },
    { event: "unread_count_changed", count: 3 },
  ]);
});

test("counts that are no integers, unknown events and unreadable frames are ignored", async () => {
  const { running, frames } = await connect();
  running.send({ event: "unseen_count_changed", data: { unseenCount: 1.5 } });
  running.send({ event: "unread_count_changed", data: { unreadCount: "4" } });
  running.send({ event: "something_else", data: {} });
  running.send("no json");
  running.send({ event: "unseen_count_changed", data: { unseenCount: 0 } });
  await vi.waitFor(() => expect(frames).toHaveLength(1), 10_000);
  expect(frames[0]).toEqual({ event: "unseen_count_changed", count: 0 });
});

test("a number at the server's limit is an event without a number", async () => {
  const { running, frames } = await connect();
  running.send({ event: "unread_count_changed", data: { unreadCount: 100, hasMore: true } });
  await vi.waitFor(() => expect(frames).toEqual([{ event: "unread_count_changed", count: undefined }]), 10_000);
});

test("a notification that cannot be shown is an event without one, and fields of a newer server are passed on", async () => {
  const { running, frames } = await connect();
  running.send({ event: "notification_received", data: { notification: { id: "a", body: 7 } }, version: 2 });
  running.send({ event: "notification_received", data: { notification: { ...aNotification("b"), priority: "high" } } });
  await vi.waitFor(() => expect(frames).toHaveLength(2), 10_000);
  expect(frames).toMatchObject([{ notification: undefined }, { notification: { id: "b", priority: "high" } }]);
});

test("a lost connection is opened again with a new address", async () => {
  const { running, joins, downs } = await connect();
  await vi.waitFor(() => expect(joins).toEqual([1]), 10_000);
  running.sockets[0]?.terminate();
  await vi.waitFor(() => expect(joins).toEqual([1, 2]), 3_000);
  expect(downs).toEqual([1]);
});

test("a socket that was closed stays closed", async () => {
  const { running, downs, joins } = await connect();
  await vi.waitFor(() => expect(joins).toEqual([1]), 10_000);
  socket?.close();
  await new Promise((resolve) => setTimeout(resolve, 700));
  expect(running.sockets).toHaveLength(1);
  expect(downs).toEqual([]);
});
