import type { FastifyBaseLogger } from "fastify";
import type { Database } from "#db/client.ts";
import { publish } from "#db/notify.ts";
import { changeOnlineStatus } from "../services/change-subscriber.ts";
import type { RoomOwner, Rooms } from "./rooms.ts";

export type Presence = ReturnType<typeof createPresence>;

/** Keeps the subscribers' online flags in step with the rooms: api-workflows-and-widget.md section 6. */
export function createPresence(db: Database, rooms: Rooms, log: FastifyBaseLogger) {
  const writing = new Map<string, Promise<void>>();
  let frozen = false;

  async function write(owner: RoomOwner): Promise<void> {
    // What counts is how things stand when the turn comes: a page that is left for another closes and opens a socket.
    const online = rooms.ownerOf(owner.id) !== undefined;
    try {
      const { scope, id, subscriberId } = owner;
      await changeOnlineStatus(db, { scope, caller: { kind: "subscriber", id, subscriberId } }, subscriberId, online);
      const { environmentId } = scope;
      if (!online) await publish(db, [{ kind: "left", environmentId, subscriberId: owner.id }]);
    } catch (err) {
      // The flag only feeds conditions; the next socket that comes or goes sets it right.
      log.warn({ err, subscriberId: owner.subscriberId }, "the online flag could not be stored");
    }
  }

  return {
    /** Stores whether the subscriber has sockets, after whatever is being stored of it already. */
    update(owner: RoomOwner): void {
      if (frozen) return;
      const turn = (writing.get(owner.id) ?? Promise.resolve()).then(() => write(owner));
      writing.set(owner.id, turn);
      void turn.then(() => {
        if (writing.get(owner.id) === turn) writing.delete(owner.id);
      });
    },

    /** A server that stops says nothing about its subscribers: they are back at another one in a moment. */
    freeze(): void {
      frozen = true;
    },

    async settled(): Promise<void> {
      await Promise.all(writing.values());
    },
  };
}
