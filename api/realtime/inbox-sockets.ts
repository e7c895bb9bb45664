import type { WebSocket } from "@fastify/websocket";
import { z } from "zod";
import { inboxSocketOperations } from "#contract/inbox/inbox-session.ts";
import type { InboxSocketFrame } from "#contract/inbox/widgets.ts";
import type { AppConfig } from "../app-config.ts";
import { routeOf } from "../handlers.ts";
import { admitSession } from "../services/inbox/admit-session.ts";
import type { ZodRoutes } from "../zod-routes.ts";
import { closeUnproven, UNAUTHORIZED } from "./close-unproven.ts";
import { joinInbox } from "./join-inbox.ts";

/** The longest time between two pings, which is below what balancers in use allow. */
const SOCKET_HEARTBEAT_MS = 25_000;

/** Returns how often sockets are pinged, in milliseconds: below what idle connections are allowed in front of this process. */
export const heartbeatOf = ({ idleSeconds }: Pick<AppConfig, "idleSeconds">): number =>
  Math.min(SOCKET_HEARTBEAT_MS, (idleSeconds * 1_000) / 2.5);

const { url, config, schema } = routeOf(inboxSocketOperations.openInboxSocket);
const Handshake = z.object({ token: z.string() });

/** The first message of a client may take so long to come. */
const FIRST_MESSAGE_MS = 10_000;

/**
 * `GET /v1/inbox/socket`: frames `{"event", "data"}` for one subscriber's inbox. A client says one thing, `{"token"}` with the token of its
 * session, as its first message; published clients have it in the address, `?token=<session token>`.
 */
export const inboxSocketRoutes: ZodRoutes = async (app) => {
  const open = new Set<WebSocket>();
  const silent = new WeakSet<WebSocket>();
  const heartbeat = setInterval(() => {
    for (const socket of open) {
      if (silent.has(socket)) socket.terminate();
      silent.add(socket);
      socket.ping();
    }
    // A session may have ended between its check and the moment its socket joined, or while Postgres could not notify.
    closeUnproven(app.db, app.inboxRooms).catch((err: unknown) =>
      app.log.warn({ err }, "sessions without a proof could not be checked"),
    );
  }, heartbeatOf(app.config));
  heartbeat.unref();
  app.addHook("onClose", async () => clearInterval(heartbeat));

  app.get(url, { websocket: true, config, schema }, async (socket, request) => {
    let leave = () => {};
    open.add(socket);
    // Listeners first: a client may be gone before the lookup below is back.
    socket.on("pong", () => silent.delete(socket));
    socket.on("close", () => {
      open.delete(socket);
      leave();
    });

    const { data: handshake = await firstMessage(socket) } = Handshake.safeParse(request.query);
    const session = handshake && (await admitSession(app.db, handshake.token, app.config.secret));
    if (!session) return socket.close(UNAUTHORIZED, "Unauthorized");
    if (socket.readyState !== socket.OPEN) return;
    // Only clients of version 3 speak this protocol, and those that say otherwise in their token.
    const { format = "text" } = session;
    leave = joinInbox(app, session, {
      socket,
      format,
      contextKeys: session.contextKeys,
      send: (_frame, text) => socket.send(text),
    });
    // A client fetches once more now: what happened between its last fetch and this moment went to no socket.
    const joined: InboxSocketFrame = { event: "joined", data: {} };
    socket.send(JSON.stringify(joined));
  });
};

/** The token in the first message of a client; undefined when it has none, comes too late or not at all. */
function firstMessage(socket: WebSocket): Promise<z.infer<typeof Handshake> | undefined> {
  return new Promise((resolve) => {
    const timeout = setTimeout(resolve, FIRST_MESSAGE_MS, undefined);
    const end = (message?: string) => {
      clearTimeout(timeout);
      resolve(message === undefined ? undefined : handshakeIn(message));
    };
    socket.once("message", (data) => end(String(data)));
    socket.once("close", () => end());
  });
}

function handshakeIn(message: string): z.infer<typeof Handshake> | undefined {
  try {
    return Handshake.safeParse(JSON.parse(message)).data;
  } catch {
    // It is no JSON.
    return undefined;
  }
}
