import type { WebSocket } from "@fastify/websocket";
import type { ContentFormat } from "#contract/constants/content-formats.ts";
import type { InboxSocketFrame } from "#contract/inbox/widgets.ts";
import { type ContextKeys, distinctContexts } from "#domain/contexts.ts";
import { groupedBy } from "#domain/values/grouped-by.ts";
import type { InboxSession } from "../services/inbox/admit-session.ts";

/** The subscriber of a socket: `id` is Belfry's, `subscriberId` the customer's. */
export type RoomOwner = Pick<InboxSession, "id" | "subscriberId" | "scope">;

/** An open inbox: a browser tab, whichever protocol it speaks. */
export interface InboxConnection {
  readonly socket: WebSocket;
  /** The format in which it shows the contents of messages. */
  readonly format: ContentFormat;
  /** The contexts whose messages it shows. */
  readonly contextKeys: ContextKeys;
  /** `text` is the frame as JSON. */
  send(frame: InboxSocketFrame, text: string): void;
}

/** Bytes that may wait for a slow reader before it is cut off; it fetches everything anew when it is back. */
const MAX_BACKLOG_BYTES = 1_000_000;

export type Rooms = ReturnType<typeof createRooms>;

/** The open inboxes of this process: one room per subscriber, with a connection per browser tab. */
export function createRooms() {
  const rooms = new Map<string, { owner: RoomOwner; connections: Set<InboxConnection> }>();
  /** Connections whose session was opened without a proof, and their environments. */
  const unproven = new Map<InboxConnection, string>();
  /** Connections of the others, and the API keys that have proven their sessions. */
  const proofs = new Map<InboxConnection, string>();

  return {
    /** Says whether it is the subscriber's first connection. */
    join(
      { proof, format: _format, contextKeys: _contexts, ...owner }: InboxSession,
      connection: InboxConnection,
    ): boolean {
      if (proof === undefined) unproven.set(connection, owner.scope.environmentId);
      else proofs.set(connection, proof);
      const room = rooms.get(owner.id);
      if (room) {
        room.connections.add(connection);
        return false;
      }
      rooms.set(owner.id, { owner, connections: new Set([connection]) });
      return true;
    },

    /** Says whether it was the subscriber's last connection. */
    leave({ id }: RoomOwner, connection: InboxConnection): boolean {
      unproven.delete(connection);
      proofs.delete(connection);
      const room = rooms.get(id);
      if (!room?.connections.delete(connection) || room.connections.size > 0) return false;
      rooms.delete(id);
      return true;
    },

    ownerOf: (id: string): RoomOwner | undefined => rooms.get(id)?.owner,
    owners: (): RoomOwner[] => [...rooms.values()].map(({ owner }) => owner),
    /** Environments with sockets whose session was opened without a proof. */
    unprovenEnvironments: (): string[] => [...new Set(unproven.values())],
    unprovenSockets: (environmentIds: ReadonlySet<string>): WebSocket[] =>
      [...unproven].flatMap(([{ socket }, environmentId]) => (environmentIds.has(environmentId) ? [socket] : [])),
    /** API keys that have proven sessions with sockets. */
    provingKeys: (): string[] => [...new Set(proofs.values())],
    socketsProvenBy: (keyId: string): WebSocket[] =>
      [...proofs].flatMap(([{ socket }, proof]) => (proof === keyId ? [socket] : [])),
    sockets: (): WebSocket[] =>
      [...rooms.values()].flatMap(({ connections }) => [...connections].map(({ socket }) => socket)),

    /** The contexts of a subscriber's connections, each once. */
    contextsOf: (id: string): ContextKeys[] =>
      distinctContexts([...(rooms.get(id)?.connections ?? [])].map(({ contextKeys }) => contextKeys)),

    /** Sends frames in order to the connections of a subscriber, to each in its format and of its contexts. */
    send(id: string, framesIn: (format: ContentFormat, contextKeys: ContextKeys) => readonly InboxSocketFrame[]): void {
      const connections = [...(rooms.get(id)?.connections ?? [])];
      const groups = groupedBy(connections, ({ format, contextKeys }) => JSON.stringify([format, contextKeys]));
      for (const readers of groups.values()) {
        const [reader] = readers;
        if (!reader) continue;
        for (const frame of framesIn(reader.format, reader.contextKeys)) {
          const text = JSON.stringify(frame);
          for (const connection of readers) {
            if (connection.socket.bufferedAmount > MAX_BACKLOG_BYTES) connection.socket.terminate();
            else connection.send(frame, text);
          }
        }
      }
    },
  };
}
