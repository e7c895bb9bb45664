import type { FastifyRequest } from "fastify";

/** Whether the caller is the published typed client 3.x, whose closed lists reject what they do not know. */
export const isTypedClient = ({ headers }: Pick<FastifyRequest, "headers">): boolean =>
  /@novu\/api\b/.test(headers["user-agent"] ?? "");
