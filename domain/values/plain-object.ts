export type PlainObject = Record<string, unknown>;

/** Whether the value is an object as JSON knows it: neither a list, nor a Date or another class. */
export function isPlainObject(value: unknown): value is PlainObject {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
