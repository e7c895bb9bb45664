import type { WebSocket } from "@fastify/websocket";
import type { InboxSocketFrame } from "#contract/widgets.ts";
import type { InboxSession } from "../services/admit-session.ts";

/** The subscriber of a socket: `id` is Belfry's, `subscriberId` the customer's. */
export type RoomOwner = Pick<InboxSession, "id" | "subscriberId" | "scope">;

/** Bytes that may wait for a slow reader before it is cut off; it fetches everything anew when it is back. */
const MAX_BACKLOG_BYTES = 1_000_000;

export type Rooms = ReturnType<typeof createRooms>;

/** The open inboxes of this process: one room per subscriber, with a socket per browser tab. */
export function createRooms() {
  const rooms = new Map<string, { owner: RoomOwner; sockets: Set<WebSocket> }>();
  /** Sockets whose session was opened without a proof, and their environments. */
  const unproven = new Map<WebSocket, string>();

  return {
    /** Says whether it is the subscriber's first socket. */
    join({ proven, ...owner }: InboxSession, socket: WebSocket): boolean {
      if (!proven) unproven.set(socket, owner.scope.environmentId);
      const room = rooms.get(owner.id);
      if (room) {
        room.sockets.add(socket);
        return false;
      }
      rooms.set(owner.id, { owner, sockets: new Set([socket]) });
      return true;
    },

    /** Says whether it was the subscriber's last socket. */
    leave({ id }: RoomOwner, socket: WebSocket): boolean {
      unproven.delete(socket);
      const room = rooms.get(id);
      if (!room?.sockets.delete(socket) || room.sockets.size > 0) return false;
      rooms.delete(id);
      return true;
    },

    ownerOf: (id: string): RoomOwner | undefined => rooms.get(id)?.owner,
    owners: (): RoomOwner[] => [...rooms.values()].map(({ owner }) => owner),
    /** Environments with sockets whose session was opened without a proof. */
    unprovenEnvironments: (): string[] => [...new Set(unproven.values())],
    unprovenSockets: (environmentIds: ReadonlySet<string>): WebSocket[] =>
      [...unproven].flatMap(([socket, environmentId]) => (environmentIds.has(environmentId) ? [socket] : [])),
    sockets: (): WebSocket[] => [...rooms.values()].flatMap(({ sockets }) => [...sockets]),

    send(id: string, frames: readonly InboxSocketFrame[]): void {
      const room = rooms.get(id);
      if (!room) return;
      for (const text of frames.map((frame) => JSON.stringify(frame))) {
        for (const socket of room.sockets) {
          if (socket.bufferedAmount > MAX_BACKLOG_BYTES) socket.terminate();
          else socket.send(text);
        }
      }
    },
  };
}
