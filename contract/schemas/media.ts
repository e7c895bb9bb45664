import { z } from "zod";

/** Schemas of a body or an answer by content type. */
export interface Media {
  description?: string;
  content: Readonly<Record<string, { schema: z.ZodType }>>;
}

/**
 * A body or an answer that is not parsed as JSON: the schema and the example are only for the document. The value is whatever the
 * operation makes of it, such as a stream.
 */
export const unparsed = (type: "string" | "array" | "object", example: unknown, description?: string) => ({
  schema: z.unknown().meta({ type, examples: [example], ...(description !== undefined && { description }) }),
});
