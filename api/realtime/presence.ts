import { randomUUID } from "node:crypto";
import type { FastifyBaseLogger } from "fastify";
import type { Database } from "#db/client.ts";
import { PRESENCE_LEASE_SECONDS } from "#db/queries/presence/lease.ts";
import { recordLeft, recordPresent, renewProcess } from "#db/queries/presence/record-presence.ts";
import type { RoomOwner, Rooms } from "./rooms.ts";

export type Presence = ReturnType<typeof createPresence>;

const RENEW_MS = 10_000;
/** After a longer pause other processes may have taken this one for gone. */
const SAFE_PAUSE_MS = (PRESENCE_LEASE_SECONDS * 1000) / 2;
const PRESENCES_TOGETHER = 500;

/**
 * Keeps the subscribers' online flags in step with the rooms. The presences of a process hold while it renews its row, so
 * that those of a process that was killed end by themselves.
 */
export function createPresence(db: Database, rooms: Rooms, log: FastifyBaseLogger) {
  const processId = randomUUID();
  const writing = new Map<string, Promise<void>>();
  /** Subscribers whose presence could not be stored; they are tried again with the next renewal. */
  const unsaved = new Map<string, RoomOwner>();
  let stopped = false;
  let seenAt = 0;
  let renewing: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;

  async function write(owner: RoomOwner): Promise<void> {
    // What counts is how things stand when the turn comes: a page that is left for another closes and opens a socket.
    const online = rooms.ownerOf(owner.id) !== undefined;
    unsaved.delete(owner.id);
    try {
      await db.transaction((transaction) =>
        online ? recordPresent(transaction, processId, [owner]) : recordLeft(transaction, processId, owner),
      );
    } catch (err) {
      unsaved.set(owner.id, owner);
      log.warn({ err, subscriberId: owner.subscriberId }, "the online flag could not be stored, it is tried again");
    }
  }

  function update(owner: RoomOwner): void {
    if (stopped) return;
    const turn = (writing.get(owner.id) ?? Promise.resolve()).then(() => write(owner));
    writing.set(owner.id, turn);
    void turn.then(() => {
      if (writing.get(owner.id) === turn) writing.delete(owner.id);
    });
  }

  async function renew(): Promise<void> {
    const now = performance.now();
    try {
      const isNew = await renewProcess(db, processId);
      if (isNew || now - seenAt > SAFE_PAUSE_MS) await recordAll();
      seenAt = now;
      for (const owner of unsaved.values()) update(owner);
    } catch (err) {
      log.warn({ err }, "the presence of open inboxes could not be renewed");
    }
  }

  /** Records everybody who is here. */
  async function recordAll(): Promise<void> {
    const owners = rooms.owners();
    for (let start = 0; start < owners.length; start += PRESENCES_TOGETHER) {
      const batch = owners.slice(start, start + PRESENCES_TOGETHER);
      await db.transaction((transaction) => recordPresent(transaction, processId, batch));
      // Those who left meanwhile were recorded once more.
      for (const owner of batch) if (rooms.ownerOf(owner.id) === undefined) update(owner);
    }
  }

  return {
    /** Makes the process known before it accepts sockets, and keeps it known. */
    async start(): Promise<void> {
      await renew();
      timer = setInterval(() => {
        renewing = renew();
      }, RENEW_MS);
      timer.unref();
    },

    /** Keeps the process known, and records everybody who is here when it was not. */
    renew,

    /** Stores whether the subscriber has sockets here, after whatever is being stored of it already. */
    update,

    /**
     * A server that stops says nothing about its subscribers: they are back at another one in a moment, or become offline
     * when its time is over.
     */
    stop(): void {
      stopped = true;
      clearInterval(timer);
    },

    async settled(): Promise<void> {
      await renewing;
      await Promise.all(writing.values());
    },
  };
}
