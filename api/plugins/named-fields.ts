import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { fieldNames } from "#contract/schemas/field-names.ts";

/** How a sentence about a field begins: `steps.0.name must be ...`, `after: there is ...`. */
const PATH = /^[A-Za-z_]\w*(?:\.[\w-]+)*(?=[ :])/;

/** The path of the field that a sentence begins with; "" for a sentence about the whole request. */
export const pathIn = (sentence: string): string => sentence.match(PATH)?.[0] ?? "";

/**
 * The sentences of a refusal that are about fields of its request, by their paths. A first word that is the name of none is a word
 * like any.
 */
export function namedFields(
  { routeOptions }: Pick<FastifyRequest, "routeOptions">,
  sentences: readonly string[],
): Record<string, string[]> {
  const { body, querystring, params } = routeOptions.schema ?? {};
  const names = new Set(
    [body, querystring, params].flatMap((part) => (part instanceof z.ZodType ? fieldNames(part) : [])),
  );
  const fields = new Map<string, string[]>();
  for (const sentence of sentences) {
    const path = pathIn(sentence);
    const [first = ""] = path.split(".");
    if (names.has(first)) fields.set(path, [...(fields.get(path) ?? []), sentence]);
  }
  return Object.fromEntries(fields);
}
