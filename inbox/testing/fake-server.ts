import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { type WebSocket, WebSocketServer } from "ws";
import type { Notification } from "../core/types.ts";

export type Call = { method: string; path: string; query: URLSearchParams; body: unknown; authorization: string };
export type Answer = { status?: number; body?: unknown };
/** An answer by method and path below /v1, such as `PATCH /inbox/notifications/a/read`, or by the path alone. */
export type Answers = Record<string, (call: Call) => Answer>;

/** The server closes once it has had no request for this long. */
const QUIET_MS = 100;

const CORS = { "access-control-allow-origin": "*" };

/**
 * An API of one subscriber on loopback, over notifications that the calls change. It records every call and every socket.
 * @param answers take the place of its own; may be changed while it runs
 * @param beforeJoin called when a socket is open and does not receive events yet
 */
export async function startFakeServer(notifications: Notification[], answers: Answers = {}, beforeJoin = () => {}) {
  const calls: Call[] = [];
  const sockets: WebSocket[] = [];
  let lastRequestAt = 0;
  const server = createServer(async (request, response) => {
    lastRequestAt = Date.now();
    // Pages of other origins embed the widget, so browsers send a preflight request first.
    if (request.method === "OPTIONS") {
      const allowed = {
        "access-control-allow-headers": "*",
        "access-control-allow-methods": "PATCH, DELETE, POST, GET",
      };
      response
        .writeHead(204, { ...CORS, ...allowed, "access-control-allow-headers": "authorization, content-type" })
        .end();
      return;
    }
    const url = new URL(request.url ?? "/", "http://loopback");
    const path = url.pathname.replace("/v1", "");
    const text = await readText(request);
    const method = request.method ?? "GET";
    const call: Call = {
      method,
      path,
      query: url.searchParams,
      body: text === "" ? undefined : JSON.parse(text),
      authorization: request.headers.authorization ?? "",
    };
    calls.push(call);
    const answer = answers[`${method} ${path}`] ?? answers[path] ?? ((given: Call) => answerOf(given, notifications));
    const { status = 200, body } = answer(call);
    response
      .writeHead(status, { ...CORS, "content-type": "application/json" })
      .end(body === undefined ? undefined : JSON.stringify(body));
  });
  const wss = new WebSocketServer({ server, path: "/v1/inbox/socket" });
  wss.on("connection", (socket) => {
    // As the API does, it answers the token, which is the first message.
    socket.once("message", (message) => {
      const { token } = JSON.parse(String(message));
      if (typeof token !== "string") return socket.close(4401);
      beforeJoin();
      sockets.push(socket);
      socket.send(JSON.stringify({ event: "joined", data: {} }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const port = portOf(server.address());

  return {
    url: `http://127.0.0.1:${port}`,
    answers,
    notifications,
    calls,
    sockets,
    callsTo: (path: string) => calls.filter((call) => call.path === path || `${call.method} ${call.path}` === path),
    /** Calls that change something, as `METHOD /path`. */
    changes: () => calls.filter(({ method, path }) => method !== "GET" && path !== "/inbox/session").map(nameOf),
    send(frame: unknown): void {
      for (const socket of sockets) socket.send(typeof frame === "string" ? frame : JSON.stringify(frame));
    },
    async close(): Promise<void> {
      // A call may be under way as two requests: preflight and call.
      while (Date.now() - lastRequestAt < QUIET_MS) await new Promise((resolve) => setTimeout(resolve, 10));
      for (const socket of wss.clients) socket.terminate();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const nameOf = ({ method, path }: Call) => `${method} ${path.replace("/inbox/notifications", "")}`;

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === "string") throw new Error("The server has no port");
  return address.port;
}

async function readText(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request) text += chunk;
  return text;
}

/** A notification that arrived `age` minutes before noon of a fixed day. */
export function aNotification(id: string, change: Partial<Notification> = {}, age = 0): Notification {
  return {
    id,
    subject: `Subject of ${id}`,
    body: `Body of ${id}`,
    isRead: false,
    isSeen: false,
    isArchived: false,
    isSnoozed: false,
    createdAt: new Date(Date.UTC(2026, 0, 15, 12, -age)).toISOString(),
    tags: [],
    severity: "none",
    ...change,
  };
}

const READ = { isSeen: true, isRead: true };
/** The flags that each call gives a notification. */
const MARKS: Record<string, Partial<Notification>> = {
  read: READ,
  unread: { isSeen: true, isRead: false, isArchived: false },
  archive: { ...READ, isArchived: true },
  unarchive: { ...READ, isArchived: false },
  snooze: { isSnoozed: true },
  unsnooze: { isSnoozed: false, isRead: false },
  seen: { isSeen: true },
  complete: READ,
  revert: READ,
};

function answerOf({ method, path, query, body }: Call, notifications: Notification[]): Answer {
  const [, area, kind, id = "", verb = ""] = path.split("/");
  if (path === "/inbox/session")
    return {
      status: 201,
      body: { data: { token: "token-1", maxSnoozeDurationHours: 2160, removeNovuBranding: false } },
    };
  if (path === "/inbox/organization") return { body: { data: { _id: "organization", name: "Acme" } } };
  if (path === "/widgets/usage/log") return { status: 201, body: { data: { success: true } } };
  if (kind === "preferences")
    return {
      body: { data: method === "GET" ? [GLOBAL] : { ...GLOBAL, channels: { ...GLOBAL.channels, ...Object(body) } } },
    };
  if (area !== "inbox" || kind !== "notifications") return { status: 404, body: { message: "No such call" } };
  if (method === "GET" && id === "") return pageOf(query, notifications);
  if (id === "count") {
    const filters: unknown[] = JSON.parse(query.get("filters") ?? "[]");
    const data = filters.map((filter) => ({
      count: notifications.filter((one) => fits(one, Object(filter))).length,
      filter,
    }));
    return { body: { data } };
  }
  if (method === "POST") {
    const { notificationIds, createdLte, ...filter } = Object(body);
    const wanted = (one: Notification) =>
      (notificationIds === undefined || notificationIds.includes(one.id)) &&
      (createdLte === undefined || Date.parse(one.createdAt) <= createdLte) &&
      (id !== "read-archive" || one.isRead) &&
      fits(one, filter);
    change(notifications, wanted, id === "delete" ? undefined : MARKS[id === "read-archive" ? "archive" : id]);
    return { status: 204 };
  }
  if (!notifications.some((one) => one.id === id))
    return { status: 404, body: { message: `Notification ${id} is not found` } };
  change(notifications, (one) => one.id === id, method === "DELETE" ? undefined : MARKS[verb]);
  return method === "DELETE" ? { status: 204 } : { body: { data: notifications.find((one) => one.id === id) } };
}

const GLOBAL = {
  level: "global",
  enabled: true,
  channels: { in_app: true, email: true, sms: true, chat: true, push: true },
};

/** Changes the notifications in their list; without flags, removes them. */
function change(all: Notification[], wanted: (one: Notification) => boolean, flags: Partial<Notification> | undefined) {
  const changed = all.flatMap((one) => (wanted(one) ? (flags === undefined ? [] : { ...one, ...flags }) : one));
  all.splice(0, all.length, ...changed);
}

function pageOf(query: URLSearchParams, notifications: Notification[]): Answer {
  const found = notifications.filter((one) => fits(one, Object.fromEntries(query)));
  const after = query.get("after");
  const start = after === null ? 0 : found.findIndex(({ id }) => id === after) + 1;
  const end = start + Number(query.get("limit"));
  return { body: { data: found.slice(start, end), hasMore: found.length > end, filter: {} } };
}

/** Whether the flags of a filter, in a query's text or in JSON, are those of a notification. */
function fits(one: Notification, filter: Record<string, unknown>): boolean {
  const { isRead, isSeen, isArchived, isSnoozed } = one;
  const flags: Record<string, boolean> = { read: isRead, seen: isSeen, archived: isArchived, snoozed: isSnoozed };
  return Object.entries(flags).every(([name, value]) => !(name in filter) || String(filter[name]) === String(value));
}
