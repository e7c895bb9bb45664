import type { FastifyRequest } from "fastify";

/**
 * Whether the caller is a client that was generated for the reference, in whatever language: its closed lists reject what they do not
 * know. Generated clients name their generator first, as in `speakeasy-sdk/python 1.2.0`; the others have the reference's name.
 */
export const isTypedClient = ({ headers }: Pick<FastifyRequest, "headers">): boolean =>
  /^speakeasy-sdk\/|\bnovu/i.test(headers["user-agent"] ?? "");
