import type { FastifyInstance } from "fastify";
import type { InboxSession } from "../services/inbox/admit-session.ts";
import type { InboxConnection } from "./rooms.ts";

/**
 * Adds a connection to the room of its subscriber, who is online from the first one on. Returns the function that takes it out
 * again; without the last one the subscriber is offline.
 */
export function joinInbox(
  { inboxRooms, inboxPresence }: Pick<FastifyInstance, "inboxRooms" | "inboxPresence">,
  session: InboxSession,
  connection: InboxConnection,
): () => void {
  if (inboxRooms.join(session, connection)) inboxPresence.update(session);
  return () => {
    if (inboxRooms.leave(session, connection)) inboxPresence.update(session);
  };
}
