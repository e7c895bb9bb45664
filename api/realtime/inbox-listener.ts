import { setTimeout as sleep } from "node:timers/promises";
import fastifyPlugin from "fastify-plugin";
import { INBOX_CHANNEL, unpacked } from "#db/notify.ts";
import { classifySqlFailure } from "#db/sql-failure.ts";
import { closeUnproven } from "./close-unproven.ts";
import { createInboxNews } from "./inbox-news.ts";
import { createPresence, type Presence } from "./presence.ts";
import { createRooms, type Rooms } from "./rooms.ts";

declare module "fastify" {
  interface FastifyInstance {
    inboxRooms: Rooms;
    inboxPresence: Presence;
  }
}

/** How long the start waits for the database, and how often it asks. */
const START_MS = 30_000;
const RETRY_MS = 500;
const GOING_AWAY = 1001;
/** A reader that does not answer the farewell must not hold up the stop. */
const FAREWELL_MS = 1_000;

/**
 * Hears from Postgres what workers and other API processes did to inboxes, and tells those that are open here. Register
 * it before the websocket plugin: its farewell comes first then, and the online flags outlive a stop.
 */
export const inboxListener = fastifyPlugin(async (app) => {
  const rooms = createRooms();
  const presence = createPresence(app.db, rooms, app.log);
  const news = createInboxNews(app.db, rooms, app.log);
  app.decorate("inboxRooms", rooms);
  app.decorate("inboxPresence", presence);

  function hear(text: string): void {
    try {
      for (const event of unpacked(text)) {
        if (event.kind === "proofDemanded") {
          checkProofs();
          continue;
        }
        const owner = rooms.ownerOf(event.subscriberId);
        if (!owner || owner.scope.environmentId !== event.environmentId) continue;
        news.note(owner, event.kind, event.kind === "received" ? event.messageId : undefined);
      }
    } catch (err) {
      // Another version of Belfry on the same database, during an upgrade, may speak otherwise.
      app.log.warn({ err }, "a notification could not be read");
    }
  }

  function checkProofs(): void {
    closeUnproven(app.db, rooms).catch((err: unknown) =>
      app.log.warn({ err }, "sessions without a proof could not be checked"),
    );
  }

  /** What happened while the line to Postgres was down was told to nobody here; counts make inboxes look again. */
  function recount(): void {
    checkProofs();
    for (const owner of rooms.owners()) {
      news.note(owner, "unseen");
      news.note(owner, "unread");
    }
  }

  let unlisten: () => Promise<unknown> = async () => undefined;

  /** A database that is starting up refuses for some seconds. */
  async function listen(deadline: number): Promise<{ unlisten: () => Promise<unknown> }> {
    try {
      return await app.db.$client.listen(INBOX_CHANNEL, hear, recount);
    } catch (error) {
      if (classifySqlFailure(error) !== "connection" || Date.now() > deadline) throw error;
      await sleep(RETRY_MS);
      return listen(deadline);
    }
  }

  app.addHook("onReady", async () => {
    const listening = await listen(Date.now() + START_MS);
    unlisten = listening.unlisten;
    await presence.start();
  });

  app.addHook("preClose", async () => {
    presence.stop();
    const sockets = rooms.sockets();
    for (const socket of sockets) socket.close(GOING_AWAY, "The server is stopping");
    setTimeout(() => sockets.forEach((socket) => void socket.terminate()), FAREWELL_MS).unref();
  });

  app.addHook("onClose", async () => {
    await presence.settled();
    // A database that is gone cannot be told, and need not: the line ends with the pool.
    await unlisten().catch((err: unknown) => app.log.debug({ err }, "listening could not be ended"));
  });
});
