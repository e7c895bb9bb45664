import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import fastifyPlugin from "fastify-plugin";

/** Requests that are on their way when the process is asked to stop have so long to arrive. */
const LATE_REQUESTS_MS = 500;

/**
 * Ends the connections of clients when the application closes. Node's server waits for all of them, and knows as idle only those that had
 * a request: a browser opens some ahead of need. What is under way is answered, says `Connection: close`, and has until the process has to
 * end; requests that arrive within the first moments are answered as well.
 */
export const connections = fastifyPlugin(
  async (app) => {
    const sockets = new Set<Socket>();
    /** Sockets with the answers that they await. */
    const busy = new Map<Socket, number>();
    let isClosing = false;

    const { server } = app;
    server.on("connection", (socket: Socket) => {
      sockets.add(socket);
      socket.once("close", () => sockets.delete(socket));
    });
    server.on("request", ({ socket }: IncomingMessage, response: ServerResponse) => {
      busy.set(socket, (busy.get(socket) ?? 0) + 1);
      response.once("close", () => {
        const others = (busy.get(socket) ?? 1) - 1;
        if (others > 0) return void busy.set(socket, others);
        busy.delete(socket);
        if (isClosing) socket.end();
      });
    });
    // WebSockets are closed by what opened them.
    server.on("upgrade", ({ socket }: IncomingMessage) => sockets.delete(socket));

    app.addHook("onSend", async (_, reply) => {
      if (isClosing) reply.header("connection", "close");
    });

    app.addHook("preClose", async () => {
      isClosing = true;
      if (!server.listening) return;
      await sleep(LATE_REQUESTS_MS);
      for (const socket of sockets) if (!busy.has(socket)) socket.destroy();
      const endAll = setTimeout(() => {
        app.log.warn({ connections: sockets.size }, "connections are ended with requests under way");
        for (const socket of sockets) socket.destroy();
      }, app.config.stopSeconds * 1_000);
      server.once("close", () => clearTimeout(endAll));
    });
  },
  { name: "connections" },
);
