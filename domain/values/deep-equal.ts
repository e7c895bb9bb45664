import { isPlainObject } from "./plain-object.ts";

/** Whether two JSON values are the same, whatever the order and the names of keys: packages look at `constructor` and call `valueOf`. */
export function isDeepEqual(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, index) => isDeepEqual(item, b[index]));
  }
  if (!isPlainObject(a) || !isPlainObject(b)) return a === b;
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  return keys.every((key) => Object.hasOwn(b, key) && isDeepEqual(a[key], b[key]));
}
