import type { z } from "zod";
import { unwrapped } from "./null-fields.ts";

/** The names of the fields that objects of a schema have, at the top. */
export function fieldNames(schema: z.core.$ZodType): readonly string[] {
  const { def } = unwrapped(schema)._zod;
  switch (def.type) {
    case "object":
      return Object.keys(def.shape);
    case "union":
      return def.options.flatMap(fieldNames);
    case "intersection":
      return [...fieldNames(def.left), ...fieldNames(def.right)];
    case "pipe":
      return [...fieldNames(def.in), ...fieldNames(def.out)];
    default:
      return [];
  }
}
