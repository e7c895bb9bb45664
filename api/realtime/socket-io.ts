import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import type { WebSocket } from "@fastify/websocket";
import { Server as EngineServer } from "engine.io";
import { Server, type Socket } from "socket.io";
import { z } from "zod";
import type { InboxSocketFrame } from "#contract/inbox/widgets.ts";
import { SOCKET } from "#contract/schemas/access.ts";
import { admitSession } from "../services/inbox/admit-session.ts";
import type { ZodRoutes } from "../zod-routes.ts";
import { heartbeatOf } from "./inbox-sockets.ts";
import { joinInbox } from "./join-inbox.ts";

const PATH = "/socket.io/";
/** A client that opened a WebSocket has so long to join the namespace. */
const JOIN_MS = 10_000;
/** Clients send nothing but their token and answers to pings. */
const SOCKET_MESSAGE_BYTES = 16_384;

/** The token as notification-center sends it, or as headless and js do. */
const Handshake = z
  .object({ auth: z.object({ token: z.string() }) })
  .or(z.object({ query: z.object({ token: z.string() }) }));

type Events = Record<string, (data: InboxSocketFrame["data"]) => void>;

/**
 * Inbox events for clients of socket.io 4, by WebSocket only: polling would need every request of a client to reach the
 * same process. They join the same rooms as plain sockets.
 */
export const socketIoRoutes: ZodRoutes = async (app) => {
  const accepted = new WeakMap<IncomingMessage, WebSocket>();

  /** Passes on the WebSockets that the route has accepted, after access and limits. */
  class AcceptedSockets {
    handleUpgrade(request: IncomingMessage, _raw: Duplex, _head: Buffer, done: (socket: WebSocket) => void): void {
      const socket = accepted.get(request);
      if (socket) done(socket);
    }
    close(): void {}
  }

  const engine = new EngineServer({
    transports: ["websocket"],
    wsEngine: AcceptedSockets,
    maxHttpBufferSize: SOCKET_MESSAGE_BYTES,
    pingInterval: heartbeatOf(app.config),
  });
  const io = new Server<Record<string, never>, Events>({ serveClient: false, connectTimeout: JOIN_MS });
  io.bind(engine);
  io.on("connection", (client) => {
    join(client).catch((err: unknown) => {
      app.log.error({ err }, "an inbox could not be opened");
      client.disconnect(true);
    });
  });
  app.addHook("onClose", () => io.close());

  async function join(client: Socket<Record<string, never>, Events>): Promise<void> {
    const { data: handshake } = Handshake.safeParse(client.handshake);
    const token = handshake && ("auth" in handshake ? handshake.auth.token : handshake.query.token);
    const session = token === undefined ? undefined : await admitSession(app.db, token, app.config.secret);
    const socket = accepted.get(client.request);
    if (!session || !socket) {
      client.disconnect(true);
      return;
    }
    if (!client.connected) return;
    const { format = "html" } = session;
    const leave = joinInbox(app, session, {
      socket,
      format,
      contextKeys: session.contextKeys,
      send: ({ event, data }) => void client.emit(event, data),
    });
    client.on("disconnect", leave);
  }

  app.route({
    method: "GET",
    url: PATH,
    config: { access: [SOCKET], limit: "sockets" },
    schema: { hide: true },
    handler: (_request, reply) => reply.code(400).send({ code: 0, message: "Transport unknown: use websocket" }),
    wsHandler: (socket, request) => {
      accepted.set(request.raw, socket);
      engine.handleUpgrade(request.raw, request.raw.socket, Buffer.alloc(0));
    },
  });
};
