import { isJsonObject } from "#contract/constants/values/json-object.ts";

type JsonObject = Readonly<Record<string, unknown>>;

/** Levels of objects and lists that are looked into. */
const DEPTH_MAX = 6;
/** Names of one object, and characters of one name. */
const NAMES_MAX = 100;
const NAME_MAX = 64;
/** Items of one list that are looked at. */
const ITEMS_MAX = 20;

/** A schema with what was added to it, by dotted paths; parts of what was added are not listed. */
interface Extended {
  schema: Record<string, unknown>;
  added: string[];
}

/**
 * Returns a payload schema with the properties of payloads that it lacks. What it has stays as it is, and nothing becomes required. Values are
 * not taken over, as they may be about people.
 */
export function withPropertiesOf(schema: JsonObject | null, payloads: readonly unknown[]): Extended {
  const added: string[] = [];
  const extended = extend(schema ?? { type: "object" }, inferred(payloads, DEPTH_MAX), [], added);
  return { schema: extended, added };
}

function extend(
  schema: JsonObject,
  found: JsonObject,
  path: readonly string[],
  added: string[],
): Record<string, unknown> {
  const items = isJsonObject(schema.items) && isJsonObject(found.items);
  const known = isJsonObject(schema.properties) ? schema.properties : {};
  const properties = new Map(Object.entries(known));
  for (const [name, property] of isJsonObject(found.properties) ? Object.entries(found.properties) : []) {
    const before = properties.get(name);
    const at = [...path, name];
    if (before === undefined) added.push(at.join("."));
    const after =
      before === undefined ? property : isJsonObject(before) ? extend(before, Object(property), at, added) : before;
    properties.set(name, after);
  }
  return {
    ...schema,
    ...(properties.size > 0 && { properties: Object.fromEntries(properties) }),
    ...(items && { items: extend(Object(schema.items), Object(found.items), path, added) }),
  };
}

function inferred(values: readonly unknown[], depth: number): JsonObject {
  const types = [...new Set(values.map(typeOf))];
  const lists = values.filter((value) => Array.isArray(value));
  const items = lists.flatMap((list): unknown[] => list.slice(0, ITEMS_MAX));
  const properties = depth > 0 ? propertiesOf(values.filter(isJsonObject), depth) : undefined;
  return {
    // Of what was never there, nobody knows the type.
    ...(types.some((type) => type !== "null") && { type: types.length === 1 ? types[0] : types }),
    ...(properties && { properties }),
    ...(depth > 0 && items.length > 0 && { items: inferred(items, depth - 1) }),
  };
}

function propertiesOf(objects: readonly JsonObject[], depth: number): JsonObject | undefined {
  // A map, as a key of a payload may be `__proto__`.
  const found = new Map<string, unknown[]>();
  for (const [name, value] of objects.flatMap((object) => Object.entries(object))) {
    const values = found.get(name);
    if (values) values.push(value);
    else if (found.size < NAMES_MAX && name !== "" && name.length <= NAME_MAX) found.set(name, [value]);
  }
  if (found.size === 0) return undefined;
  return Object.fromEntries([...found].map(([name, values]) => [name, inferred(values, depth - 1)]));
}

function typeOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  // Integers that doubles cannot hold.
  return typeof value === "bigint" ? "integer" : typeof value;
}
