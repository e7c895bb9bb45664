import type { z } from "zod";
import { isJsonObject } from "#contract/constants/values/json-object.ts";
import { unwrapped } from "#contract/schemas/null-fields.ts";
import { isShownToKeys } from "#contract/schemas/secret-fields.ts";

type Rewrite = (value: unknown, mask: Mask) => unknown;
type Mask = (secret: string) => string;

const unchanged: Rewrite = (value) => value;

/** By schema, so that what several answers share is compiled once, and a schema may contain itself. */
const compiled = new WeakMap<z.core.$ZodType, Rewrite>();

/**
 * Compiles an answer's schema to what replaces the marked texts in such an answer; undefined where it has none. An answer is not changed
 * in place.
 */
export function secretsMasked(schema: z.core.$ZodType): Rewrite | undefined {
  const rewrite = rewriteFor(schema);
  return rewrite === unchanged ? undefined : rewrite;
}

function rewriteFor(schema: z.core.$ZodType): Rewrite {
  const known = compiled.get(schema);
  if (known) return known;
  let made = unchanged;
  // Of a schema that contains itself, the inner one is compiled already when it is used.
  compiled.set(schema, (value, mask) => made(value, mask));
  made = isShownToKeys(schema) ? ofText : ofParts(schema);
  compiled.set(schema, made);
  return made;
}

const ofText: Rewrite = (value, mask) => (typeof value === "string" && value !== "" ? mask(value) : value);

function ofParts(schema: z.core.$ZodType): Rewrite {
  const inner = unwrapped(schema);
  if (inner !== schema) return rewriteFor(inner);
  const { def } = inner._zod;
  switch (def.type) {
    case "object":
      return ofObject(def.shape);
    case "array":
      return ofList(rewriteFor(def.element));
    case "union":
      return ofAll(def.options);
    case "intersection":
      return ofAll([def.left, def.right]);
    case "pipe":
      return rewriteFor(def.out);
    default:
      return unchanged;
  }
}

function ofObject(shape: z.core.$ZodLooseShape): Rewrite {
  const fields = Object.entries(shape).flatMap(([name, schema]) => {
    const rewrite = rewriteFor(schema);
    return rewrite === unchanged ? [] : [{ name, rewrite }];
  });
  if (fields.length === 0) return unchanged;
  return (value, mask) => {
    if (!isJsonObject(value)) return value;
    const copy: Record<string, unknown> = { ...value };
    for (const { name, rewrite } of fields) if (name in value) copy[name] = rewrite(value[name], mask);
    return copy;
  };
}

const ofList = (rewrite: Rewrite): Rewrite =>
  rewrite === unchanged
    ? unchanged
    : (value, mask) => (Array.isArray(value) ? value.map((item) => rewrite(item, mask)) : value);

/** A masked text stays as it is when it is masked once more. */
function ofAll(schemas: readonly z.core.$ZodType[]): Rewrite {
  const rewrites = schemas.map(rewriteFor).filter((rewrite) => rewrite !== unchanged);
  if (rewrites.length === 0) return unchanged;
  return (value, mask) => rewrites.reduce((rest, rewrite) => rewrite(rest, mask), value);
}
