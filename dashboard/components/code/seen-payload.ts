import { isJsonObject } from "#contract/constants/values/json-object.ts";
import type { Schema } from "#contract/constants/values/schema-path.ts";

/** Levels of objects and lists that are looked into. */
const DEPTH_MAX = 6;
/** Names of one object. */
const NAMES_MAX = 100;
/** Items of one list that are looked at. */
const ITEMS_MAX = 20;
/** In characters. */
const NAME_MAX = 64;

/**
 * Returns the JSON schema of what payloads have had, with a value of each field as its example: of the first payload that has it. The names
 * come from outside, and may be any text: those that no template can write are left out.
 */
export function schemaOfSeen(payloads: readonly unknown[]): Schema {
  return schemaOf(payloads, DEPTH_MAX);
}

function schemaOf(values: readonly unknown[], depth: number): Schema {
  const known = values.filter((value) => value !== null && value !== undefined);
  const objects = known.filter(isJsonObject);
  if (objects.length > 0) return depth > 0 ? objectSchema(objects, depth) : { type: "object" };
  const lists = known.filter((value) => Array.isArray(value));
  if (lists.length > 0) {
    const items = lists.flatMap((list): unknown[] => list.slice(0, ITEMS_MAX));
    return { type: "array", ...(depth > 0 && items.length > 0 && { items: schemaOf(items, depth - 1) }) };
  }
  const [first] = known;
  return first === undefined ? true : { type: typeof first, examples: [first] };
}

function objectSchema(objects: readonly Readonly<Record<string, unknown>>[], depth: number): Schema {
  // A map, as a key of a payload may be `__proto__`.
  const found = new Map<string, unknown[]>();
  for (const [name, value] of objects.flatMap((object) => Object.entries(object))) {
    const values = found.get(name);
    if (values) values.push(value);
    else if (found.size < NAMES_MAX && canBeWritten(name)) found.set(name, [value]);
  }
  const properties = [...found].map(([name, values]) => [name, schemaOf(values, depth - 1)] as const);
  return { type: "object", properties: Object.fromEntries(properties) };
}

/** Whether a template can name it, after a dot or quoted in brackets. */
const canBeWritten = (name: string): boolean =>
  name !== "" &&
  name.length <= NAME_MAX &&
  !(name.includes('"') && name.includes("'")) &&
  // Neither line breaks and other characters that cannot be seen, nor what ends an expression.
  !/[\p{C}\p{Zl}\p{Zp}]|[{%}]/u.test(name);
