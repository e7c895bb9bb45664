import { isPlainObject } from "../plain-object.ts";

/**
 * A value as a template prints it: nothing for a missing one, the items of a list one after the other, an object as
 * JSON. Conversions that a payload could define, such as its own `toString`, are never called.
 */
export function toText(value: unknown): string {
  if (typeof value === "string") return value;
  if (value === null || value === undefined) return "";
  if (Array.isArray(value)) return value.map(toText).join("");
  return value instanceof Date || isPlainObject(value) ? jsonText(value) : String(value);
}

function jsonText(value: object): string {
  return value instanceof Date ? (Number.isNaN(value.getTime()) ? "" : value.toISOString()) : JSON.stringify(value);
}
