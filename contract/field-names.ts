import type { z } from "zod";
import { asKnown } from "./null-fields.ts";

/** The names of the fields that objects of a schema have, at the top. */
export function fieldNames(schema: z.core.$ZodType): readonly string[] {
  const { def } = asKnown(schema)._zod;
  switch (def.type) {
    case "object":
      return Object.keys(def.shape);
    case "union":
      return def.options.flatMap(fieldNames);
    case "intersection":
      return [...fieldNames(def.left), ...fieldNames(def.right)];
    case "pipe":
      return [...fieldNames(def.in), ...fieldNames(def.out)];
    case "optional":
    case "nullable":
    case "nonoptional":
    case "default":
    case "prefault":
    case "catch":
    case "readonly":
      return fieldNames(def.innerType);
    default:
      return [];
  }
}
