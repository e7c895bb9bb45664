import { setTimeout as sleep } from "node:timers/promises";
import fastifyPlugin from "fastify-plugin";
import { checkNotifications, type InboxEvent, listenToInboxes } from "#db/notify.ts";
import { forgetApiKeys } from "#db/queries/environments/api-keys.ts";
import { forgetProofDemand } from "#db/queries/integrations/inbox-proof.ts";
import { classifySqlFailure } from "#db/sql-failure.ts";
import { closeUnproven } from "./close-unproven.ts";
import { createInboxUpdates } from "./inbox-updates.ts";
import { createPresence, type Presence } from "./presence.ts";
import { createRooms, type Rooms } from "./rooms.ts";

declare module "fastify" {
  interface FastifyInstance {
    inboxRooms: Rooms;
    inboxPresence: Presence;
    /** Checks that changes of other processes would reach the sockets of this one; rejects when they do not before the signal aborts. */
    checkRealtime: (signal: AbortSignal) => Promise<void>;
  }
}

/** How long the start waits for the database, and how often it asks. */
const LISTENER_START_MS = 30_000;
const RETRY_MS = 500;
const GOING_AWAY = 1001;
/** A reader that does not answer the close frame must not hold up the stop. */
const LISTENER_CLOSE_MS = 1_000;
/** How long Postgres is given to take note that nobody listens any more. */
const UNLISTEN_MS = 1_000;

/**
 * Receives from Postgres what workers and other API processes changed in inboxes, and updates those that are open here. Register
 * it before the websocket plugin: its close frames come first then, and the online flags outlive a stop.
 */
export const inboxListener = fastifyPlugin(
  async (app) => {
    const rooms = createRooms();
    const presence = createPresence(app.db, rooms, app.log);
    const updates = createInboxUpdates(app.db, rooms, app.log);
    app.decorate("inboxRooms", rooms);
    app.decorate("inboxPresence", presence);

    function receive(events: readonly InboxEvent[]): void {
      for (const event of events) {
        if (event.kind === "proofDemanded") {
          forgetProofDemand(event.environmentId);
          forgetApiKeys();
          checkProofs();
          continue;
        }
        const owner = rooms.ownerOf(event.subscriberId);
        if (!owner || owner.scope.environmentId !== event.environmentId) continue;
        updates.note(owner, event.kind, event.kind === "received" ? event.messageId : undefined);
      }
    }

    function checkProofs(): void {
      closeUnproven(app.db, rooms).catch((err: unknown) =>
        app.log.warn({ err }, "sessions without a proof could not be checked"),
      );
    }

    /** Sends all counts after a lost connection to Postgres: changes meanwhile were not received, and counts make inboxes fetch. */
    function recount(): void {
      checkProofs();
      for (const owner of rooms.owners()) {
        updates.note(owner, "unseen");
        updates.note(owner, "unread");
      }
    }

    let unlisten: () => Promise<unknown> = async () => undefined;
    app.decorate("checkRealtime", (signal: AbortSignal) => checkNotifications(app.db, signal));

    /** A database that is starting up refuses for some seconds. */
    async function listen(deadline: number): Promise<{ unlisten: () => Promise<unknown> }> {
      try {
        return await listenToInboxes(app.db, {
          events: receive,
          connected: recount,
          // During an upgrade another version of Belfry may use the same database.
          unreadable: (err) => app.log.warn({ err }, "a notification could not be read"),
        });
      } catch (error) {
        if (classifySqlFailure(error) !== "connection" || Date.now() > deadline) throw error;
        await sleep(RETRY_MS);
        return listen(deadline);
      }
    }

    app.addHook("onReady", async () => {
      ({ unlisten } = await listen(Date.now() + LISTENER_START_MS));
      await presence.start();
    });

    app.addHook("preClose", async () => {
      presence.stop();
      const sockets = rooms.sockets();
      for (const socket of sockets) socket.close(GOING_AWAY, "The server is stopping");
      setTimeout(() => sockets.forEach((socket) => void socket.terminate()), LISTENER_CLOSE_MS).unref();
    });

    app.addHook("onClose", async () => {
      await presence.settled();
      // A database that is gone cannot be told, and need not: the line ends with the pool. One that is being connected to again never answers.
      const timer = new AbortController();
      const ended = unlisten().catch((err: unknown) => app.log.debug({ err }, "listening could not be ended"));
      await Promise.race([ended, sleep(UNLISTEN_MS, undefined, { signal: timer.signal }).catch(() => {})]);
      timer.abort();
    });
  },
  { name: "inbox-listener" },
);
