import { z } from "zod";

/** Texts of answers that reach a person: addresses of channels, and devices. */
const secrets = z.registry<{ shownTo: "keys" }>();

/** Marks a text that an API key reads in clear, because published clients do, and everybody else with a mask. */
export function shownToKeys<S extends z.ZodType>(schema: S): S {
  secrets.add(schema, { shownTo: "keys" });
  return schema;
}

export const isShownToKeys = (schema: z.core.$ZodType): boolean => secrets.has(schema);
