/**
 * A property of an object, an item of a list or a character of a text, by its name or number. Sees own properties only,
 * and none of the names that Liquid adds, such as `size`.
 */
export function lookup(value: unknown, given: unknown): unknown {
  const key = typeof given === "bigint" ? String(given) : given;
  if (value === null || value === undefined || (typeof key !== "string" && typeof key !== "number")) return undefined;
  const source: unknown = Object(value);
  return hasOwn(source, key) ? source[key] : undefined;
}

function hasOwn(source: unknown, key: string | number): source is Record<string | number, unknown> {
  return typeof source === "object" && source !== null && Object.hasOwn(source, key);
}
