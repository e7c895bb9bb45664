import type { FilterOperator } from "#contract/constants/conditions.ts";
import { exactNumberOf, isNumeric, isSameNumber } from "../values/exact-number.ts";

/**
 * Compares what a condition found with what it expects. The expected value takes the type of the found one first, because
 * editors write texts. With `asDates`, operators that ask for equality or order read both as moments in time; what cannot be
 * read as one is missing to them. Without an operator nothing fits.
 */
export function compareValues(
  operator: FilterOperator | undefined,
  actual: unknown,
  expected: unknown,
  { asDates = false }: { asDates?: boolean } = {},
): boolean {
  const value = comparable(actual);
  const found = asDates ? toInstant(actual) : value;
  const adapt = (other: unknown) => (asDates ? toInstant(other) : likeActual(other, found));
  switch (operator) {
    case "EQUAL":
      return found !== undefined && isSame(found, adapt(expected));
    case "NOT_EQUAL":
      return found === undefined || !isSame(found, adapt(expected));
    case "LARGER":
      return isOrdered(adapt(expected), "<", found);
    case "LARGER_EQUAL":
      return isOrdered(adapt(expected), "<=", found);
    case "SMALLER":
      return isOrdered(found, "<", adapt(expected));
    case "SMALLER_EQUAL":
      return isOrdered(found, "<=", adapt(expected));
    case "IN":
      return holds(value, expected);
    case "NOT_IN":
      return !holds(value, expected);
    case "IS_DEFINED":
      return actual !== undefined;
    case "LIKE":
      return isLike(value, expected);
    case "NOT_LIKE":
      return !isLike(value, expected);
    case "BETWEEN":
      return isBetween(found, listOf(expected).map(adapt));
    case "NOT_BETWEEN":
      return !isMissing(found) && !isBetween(found, listOf(expected).map(adapt));
    case "ALL_IN":
      return !isMissing(value) && listOf(expected).every((item) => holds(asList(value), item));
    case "ANY_IN":
      return !isMissing(value) && listOf(expected).some((item) => holds(asList(value), item));
    case undefined:
      return false;
  }
}

/** A value as condition records show it: lists and objects as JSON, nothing as an empty text. */
export function textOf(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (value instanceof Date) return value.toISOString();
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

function isMissing(value: unknown): value is null | undefined {
  return value === null || value === undefined;
}

/** Dates of database rows compare as the ISO text in which callers know them. */
function comparable(value: unknown): unknown {
  return value instanceof Date ? value.toISOString() : value;
}

function toInstant(value: unknown): number | undefined {
  const isDate = value instanceof Date || typeof value === "string" || typeof value === "number";
  const time = isDate ? new Date(value).getTime() : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}

function likeActual(expected: unknown, actual: unknown): unknown {
  switch (typeof actual) {
    case "number":
    case "bigint":
      return isScalar(expected) && expected !== "" ? exactNumberOf(expected) : undefined;
    case "string":
      return isMissing(expected) ? undefined : textOf(expected);
    case "boolean":
      return textOf(expected) === "true";
    default:
      return expected;
  }
}

/** A list or an object is no number, and converting one can throw. */
const isScalar = (value: unknown): value is string | number | bigint | boolean =>
  typeof value === "string" || isNumeric(value) || typeof value === "boolean";

const isSame = (a: unknown, b: unknown): boolean => (isNumeric(a) && isNumeric(b) ? isSameNumber(a, b) : a === b);

function isOrdered(low: unknown, operator: "<" | "<=", high: unknown): boolean {
  if (isNumeric(low) && isNumeric(high)) return operator === "<" ? low < high : low <= high;
  if (typeof low === "string" && typeof high === "string") return operator === "<" ? low < high : low <= high;
  if (typeof low === "boolean" && typeof high === "boolean") return operator === "<" ? low < high : low <= high;
  return false;
}

/** Whether a text contains the expected text, or a list one item that equals the expected value. */
function holds(container: unknown, expected: unknown): boolean {
  if (typeof container === "string") return container.includes(textOf(expected));
  return Array.isArray(container) && container.some((item) => isItem(item, expected));
}

/** A text other than `true` and `false` is not the item `false`, although it is read as that where a boolean was found. */
function isItem(item: unknown, expected: unknown): boolean {
  return typeof item === "boolean" ? String(item) === textOf(expected) : isSame(item, likeActual(expected, item));
}

/** Case is ignored; `%` stands for any characters. */
function isLike(actual: unknown, pattern: unknown): boolean {
  if (typeof actual !== "string" && !isNumeric(actual)) return false;
  const text = String(actual).toLowerCase();
  let from = 0;
  for (const piece of textOf(pattern).toLowerCase().split("%")) {
    const at = text.indexOf(piece, from);
    if (at < 0) return false;
    from = at + piece.length;
  }
  return true;
}

function isBetween(actual: unknown, [low, high, ...more]: readonly unknown[]): boolean {
  return more.length === 0 && isOrdered(low, "<=", actual) && isOrdered(actual, "<=", high);
}

/** The filter's own list: a list, or a text with commas. */
function listOf(expected: unknown): unknown[] {
  if (Array.isArray(expected)) return expected;
  return typeof expected === "string" ? expected.split(",").map((item) => item.trim()) : [expected];
}

function asList(actual: unknown): unknown[] {
  return Array.isArray(actual) ? actual : [actual];
}
