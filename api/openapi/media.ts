import type { FastifySchema } from "fastify";
import { z } from "zod";
import type { Media } from "#contract/schemas/media.ts";

/** Whether a route declares the schemas of its body by content type, as Fastify allows it. */
const isByType = (body: unknown): body is Media => typeof body === "object" && body !== null && "content" in body;

/**
 * The schema of a body by content types as JSON Schema, because fastify-type-provider-zod converts only those of answers.
 * Undefined for a body of JSON.
 */
export function bodyByType({ body }: FastifySchema): object | undefined {
  if (!isByType(body)) return undefined;
  const content = Object.entries(body.content).map(([type, { schema }]) => {
    const { $schema: _dialect, ...converted } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
    return [type, { schema: converted }];
  });
  return { content: Object.fromEntries(content) };
}
