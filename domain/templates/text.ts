import { sizeOf } from "../values/data-size.ts";
import { isPlainObject } from "../values/plain-object.ts";

/** Size up to which a list or an object is printed: a template can make small lists that print without end. */
const PRINTED_MAX = 3_000_000;

/**
 * A value as a template prints it: nothing for a missing one, the items of a list one after the other, an object as
 * JSON. Conversions that a payload could define, such as its own `toString`, are never called.
 * Throws when a list or an object is too large to be printed.
 */
export function toText(value: unknown): string {
  if (typeof value === "string") return value;
  if (value === null || value === undefined) return "";
  if (typeof value === "object") assertPrintable(value);
  return print(value);
}

export function assertPrintable(value: object): void {
  if (sizeOf(value, PRINTED_MAX) > PRINTED_MAX) throw new Error(`a value is longer than ${PRINTED_MAX} characters`);
}

function print(value: unknown): string {
  if (typeof value === "string") return value;
  if (value === null || value === undefined) return "";
  if (Array.isArray(value)) return value.map(print).join("");
  return value instanceof Date || isPlainObject(value) ? jsonText(value) : String(value);
}

function jsonText(value: object): string {
  return value instanceof Date ? (Number.isNaN(value.getTime()) ? "" : value.toISOString()) : JSON.stringify(value);
}
