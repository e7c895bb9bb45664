import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { type WebSocket, WebSocketServer } from "ws";
import type { InAppMessage } from "#contract/messages.ts";

export type Call = { method: string; path: string; query: URLSearchParams; body: unknown; authorization: string };
export type Answer = { status?: number; body?: unknown };

/** The server closes once it has had no request for this long. */
const QUIET_MS = 100;

const CORS = { "access-control-allow-origin": "*" };

/**
 * An API of one subscriber on loopback: answers by path, records every call and every socket.
 * @param beforeJoin called when a socket is open and does not receive events yet
 */
export async function startFakeServer(answers: Record<string, (call: Call) => Answer>, beforeJoin = () => {}) {
  const calls: Call[] = [];
  const sockets: WebSocket[] = [];
  let lastRequestAt = 0;
  const server = createServer(async (request, response) => {
    lastRequestAt = Date.now();
    // Pages of other origins embed the widget, so browsers send a preflight request first.
    if (request.method === "OPTIONS") {
      response.writeHead(204, { ...CORS, "access-control-allow-headers": "authorization, content-type" }).end();
      return;
    }
    const url = new URL(request.url ?? "/", "http://loopback");
    const path = url.pathname.replace("/v1/widgets", "");
    const text = await readText(request);
    const call: Call = {
      method: request.method ?? "GET",
      path,
      query: url.searchParams,
      body: text === "" ? undefined : JSON.parse(text),
      authorization: request.headers.authorization ?? "",
    };
    calls.push(call);
    const { status = 200, body = {} } = answers[path]?.(call) ?? { status: 404, body: { message: "No such call" } };
    response.writeHead(status, { ...CORS, "content-type": "application/json" }).end(JSON.stringify(body));
  });
  const wss = new WebSocketServer({ server, path: "/v1/inbox/socket" });
  wss.on("connection", (socket) => {
    beforeJoin();
    sockets.push(socket);
    socket.send(JSON.stringify({ event: "joined", data: {} }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const port = portOf(server.address());

  return {
    url: `http://127.0.0.1:${port}`,
    calls,
    sockets,
    callsTo: (path: string) => calls.filter((call) => call.path === path),
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

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === "string") throw new Error("The server has no port");
  return address.port;
}

async function readText(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request) text += chunk;
  return text;
}

/** A message that arrived `age` minutes before noon of a fixed day. */
export function aMessage(id: string, change: Partial<InAppMessage> = {}, age = 0): InAppMessage {
  const time = new Date(Date.UTC(2026, 0, 15, 12, -age)).toISOString();
  return {
    _id: id,
    id,
    _templateId: "template",
    _environmentId: "environment",
    _messageTemplateId: "message-template",
    _organizationId: "organization",
    _notificationId: "notification",
    _subscriberId: "subscriber",
    _jobId: "job",
    _feedId: null,
    templateIdentifier: "order-shipped",
    transactionId: "transaction",
    providerId: "belfry",
    channel: "in_app",
    content: `Body of ${id}`,
    subject: `Subject of ${id}`,
    payload: {},
    overrides: {},
    tags: [],
    cta: {},
    seen: false,
    read: false,
    archived: false,
    status: "sent",
    deviceTokens: [],
    deleted: false,
    createdAt: time,
    updatedAt: time,
    expireAt: time,
    ...change,
  };
}

/** The answers of a server where everything works, over messages that the calls change. */
export function inboxAnswers(messages: InAppMessage[]): Record<string, (call: Call) => Answer> {
  const count = (unmarked: (message: InAppMessage) => boolean): Answer => ({
    body: { data: { count: messages.filter(unmarked).length } },
  });
  const change = (ids: string[], flags: Partial<InAppMessage>): InAppMessage[] => {
    for (const [index, message] of messages.entries())
      if (ids.includes(message._id)) messages[index] = { ...message, ...flags };
    return messages.filter(({ _id }) => ids.includes(_id));
  };
  return {
    "/session/initialize": () => ({
      status: 201,
      body: { data: { token: "token-1", profile: { _id: "subscriber" } } },
    }),
    "/organization": () => ({ body: { data: { _id: "organization", name: "Acme" } } }),
    "/notifications/unseen": () => count(({ seen }) => !seen),
    "/notifications/unread": () => count(({ read }) => !read),
    "/notifications/feed": ({ query }) => {
      const [page, limit] = [Number(query.get("page")), Number(query.get("limit"))];
      const data = messages.slice(page * limit, (page + 1) * limit);
      const hasMore = messages.length > (page + 1) * limit;
      return { body: { data, hasMore, page, pageSize: limit, totalCount: data.length } };
    },
    "/messages/markAs": ({ body }) => {
      const { messageId, mark } = readMark(body);
      return { status: 201, body: { data: change(messageId, mark) } };
    },
    "/messages/read": () => ({
      status: 201,
      body: {
        data: change(
          messages.map(({ _id }) => _id),
          { seen: true, read: true },
        ).length,
      },
    }),
    "/messages/seen": () => ({
      status: 201,
      body: {
        data: change(
          messages.filter(({ seen }) => !seen).map(({ _id }) => _id),
          { seen: true },
        ).length,
      },
    }),
  };
}

/** The test's own client sent it, so its shape is known. */
function readMark(body: unknown) {
  const { messageId, mark } = body as { messageId: string | string[]; mark: { seen?: boolean; read?: boolean } };
  return { messageId: [messageId].flat(), mark };
}
