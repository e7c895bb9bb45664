import type { FastifySchema } from "fastify";
import { z } from "zod";

/**
 * A body or an answer that is not parsed as JSON: the schema and the example are only for the document. The value is whatever the
 * route makes of it, such as a stream.
 */
export const unparsed = (type: "string" | "array" | "object", example: unknown, description?: string) => ({
  schema: z.unknown().meta({ type, examples: [example], ...(description !== undefined && { description }) }),
});

interface Media {
  content: Record<string, { schema: z.ZodType }>;
}

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
