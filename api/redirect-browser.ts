import type { FastifyReply } from "fastify";

/** Sends the browser to another address, this time only. */
export const redirectBrowser = <Reply extends FastifyReply>(reply: Reply, url: string) =>
  reply.header("cache-control", "no-store").header("location", url).code(302).send(null);
