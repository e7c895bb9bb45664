import type { FastifyRequest } from "fastify";

/** The ids "." and ".." as they stand in a path, and those that already begin so. */
const ESCAPED = /^~+\.{1,2}$/;

/**
 * Reads the ids "." and ".." of a path, which every HTTP client resolves instead of sending, also percent-encoded: they are sent as
 * "~." and "~..", and "~." as "~~.".
 */
export async function readDotSegments({ params }: FastifyRequest): Promise<void> {
  if (typeof params !== "object" || params === null) return;
  for (const [name, value] of Object.entries(params))
    if (typeof value === "string" && ESCAPED.test(value)) Object.assign(params, { [name]: value.slice(1) });
}
