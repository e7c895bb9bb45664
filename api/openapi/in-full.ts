import { z } from "zod";

interface Converted {
  zodSchema: z.core.$ZodTypes;
  jsonSchema: z.core.JSONSchema.BaseSchema;
}

/** Keeps what conversions leave out. */
export function inFull(converted: Converted): void {
  unionsInFull(converted);
  examplesInFull(converted);
}

/** Keeps examples of what callers send where something in it is transformed, such as a list of texts into a set. */
function examplesInFull({ zodSchema, jsonSchema }: Converted): void {
  const examples = zodSchema instanceof z.ZodType && z.globalRegistry.get(zodSchema)?.examples;
  if (Array.isArray(examples) && jsonSchema.$ref === undefined) jsonSchema.examples = examples;
}

/**
 * Keeps the alternatives of a union that accept anything. The conversion of fastify-type-provider-zod drops them, so that the
 * document would refuse what the API takes. The alternative of no value at all is no alternative in JSON.
 */
function unionsInFull({ zodSchema, jsonSchema }: Converted): void {
  const { def } = zodSchema._zod;
  if (def.type !== "union" || !jsonSchema.anyOf) return;
  jsonSchema.anyOf = jsonSchema.anyOf.filter((_, position) => def.options[position]?._zod.def.type !== "undefined");
}
