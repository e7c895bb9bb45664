import { type ExactNumber, exactNumberOf, isNumeric, isSameNumber } from "../../values/exact-number.ts";

/** A comparison of two values of a template, usable as filter and as block. */
export type Comparison = (left: unknown, right: unknown) => boolean;

/** JavaScript's `==` for the values that JSON knows, without calling conversions that a payload could define. */
export function looselyEqual(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (isMissing(left) || isMissing(right)) return isMissing(left) && isMissing(right);
  return (
    isScalar(left) &&
    isScalar(right) &&
    typeof left !== typeof right &&
    isSameNumber(exactNumberOf(left), exactNumberOf(right))
  );
}

/**
 * Orders two values as JavaScript does: two texts by their letters, else as numbers.
 * Undefined when one is missing or neither text nor number: they have no order.
 */
export function order(left: unknown, right: unknown): number | undefined {
  if (!isScalar(left) || !isScalar(right)) return undefined;
  if (typeof left === "string" && typeof right === "string") return left === right ? 0 : left < right ? -1 : 1;
  const [a, b] = [exactNumberOf(left), exactNumberOf(right)];
  if (isSameNumber(a, b)) return 0;
  return a < b ? -1 : a > b ? 1 : undefined;
}

export function isMissing(value: unknown): value is null | undefined {
  return value === null || value === undefined;
}

function isScalar(value: unknown): value is string | ExactNumber | boolean {
  return typeof value === "string" || isNumeric(value) || typeof value === "boolean";
}
