import type { WebSocket } from "@fastify/websocket";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { InboxSocketFrame } from "#contract/widgets.ts";
import { findSubscriber } from "#db/queries/subscribers/subscribers.ts";
import { verifySubscriberToken } from "../tokens.ts";
import type { ZodRoutes } from "../zod-routes.ts";
import type { RoomOwner } from "./rooms.ts";

/** The token is wrong, has expired, or its subscriber is gone: asking again with it is of no use. */
const UNAUTHORIZED = 4401;
const HEARTBEAT_MS = 25_000;

const Handshake = z.object({ token: z.string() });

/**
 * `GET /v1/inbox/socket?token=<session token>`: frames `{"event", "data"}` for one subscriber's inbox. Clients say nothing.
 */
export const inboxSocketRoutes: ZodRoutes = async (app) => {
  const silent = new WeakSet<WebSocket>();
  const heartbeat = setInterval(() => {
    for (const socket of app.inboxRooms.sockets()) {
      if (silent.has(socket)) socket.terminate();
      silent.add(socket);
      socket.ping();
    }
  }, HEARTBEAT_MS);
  heartbeat.unref();
  app.addHook("onClose", async () => clearInterval(heartbeat));

  app.get("/inbox/socket", { websocket: true, config: { access: "public" } }, async (socket, request) => {
    let owner: RoomOwner | undefined;
    // Listeners first: a client may be gone before the lookup below is back.
    socket.on("pong", () => silent.delete(socket));
    socket.on("close", () => {
      if (owner && app.inboxRooms.leave(owner, socket)) app.inboxPresence.update(owner);
    });

    const found = await ownerOf(app, request.query);
    if (!found) return socket.close(UNAUTHORIZED, "Unauthorized");
    if (socket.readyState !== socket.OPEN) return;
    owner = found;
    if (app.inboxRooms.join(owner, socket)) app.inboxPresence.update(owner);
    // A client fetches once more now: what happened between its last fetch and this moment went to no socket.
    const joined: InboxSocketFrame = { event: "joined", data: {} };
    socket.send(JSON.stringify(joined));
  });
};

async function ownerOf(app: FastifyInstance, query: unknown): Promise<RoomOwner | undefined> {
  const { data: handshake } = Handshake.safeParse(query);
  const claims = handshake && (await verifySubscriberToken(handshake.token, app.config.secret));
  if (!claims) return undefined;
  const scope = { organizationId: claims.organizationId, environmentId: claims.environmentId };
  const subscriber = await findSubscriber(app.db, scope, claims.subscriberId);
  return subscriber && { id: subscriber.id, subscriberId: subscriber.subscriberId, scope };
}
