import { isPlainObject, type PlainObject } from "./plain-object.ts";

/** Writing through these would change what every object of the process looks like. */
const UNSAFE_KEYS: readonly string[] = ["__proto__", "constructor", "prototype"];

/**
 * The value at a dotted path; list items by index: `items.0.name`.
 * Sees own properties only. A key that itself holds dots wins over the path that it spells.
 */
export function getPath(source: unknown, path: string): unknown {
  if (hasOwn(source, path)) return source[path];
  let value = source;
  for (const key of path.split(".")) {
    if (!hasOwn(value, key)) return undefined;
    value = value[key];
  }
  return value;
}

/**
 * A copy of the object with the value placed at the path; objects on the way are copied, missing ones are made.
 * The object comes back unchanged when something that is not an object stands in the way, or when the path is unsafe.
 */
export function withPath(source: PlainObject, path: string, value: unknown): PlainObject {
  const [key, ...rest] = path.split(".");
  if (!key || UNSAFE_KEYS.includes(key)) return source;
  if (rest.length === 0) return { ...source, [key]: value };
  const child = hasOwn(source, key) ? source[key] : undefined;
  if (child !== undefined && !isPlainObject(child)) return source;
  const inner: PlainObject = child ?? {};
  const changed = withPath(inner, rest.join("."), value);
  return changed === inner ? source : { ...source, [key]: changed };
}

function hasOwn(value: unknown, key: string): value is PlainObject {
  return typeof value === "object" && value !== null && Object.hasOwn(value, key);
}
