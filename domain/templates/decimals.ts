import { Decimal } from "decimal.js";
import { toValue } from "liquidjs";
import type { ExactNumber } from "../values/exact-number.ts";

/** A product of two numbers that doubles reach has at most so many digits before the point. */
const PRODUCT_DIGITS = 640;
/** Digits of a quotient that does not end: more than a double has, so that rounding it once more changes nothing. */
const QUOTIENT_DIGITS = 40;
/** No double has more digits on either side of its point. */
const MAX_PLACES = 400;

/** Rounds halves away from zero, and has the remainder take the sign of the divisor, as filters of Liquid do. */
const Exact = Decimal.clone({
  defaults: true,
  precision: PRODUCT_DIGITS,
  rounding: Decimal.ROUND_HALF_UP,
  modulo: Decimal.ROUND_FLOOR,
});
const Quotient = Exact.clone({ precision: QUOTIENT_DIGITS });

/** A number that is written without an exponent. */
const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/;

/** Returns the decimal that a value is written as, or 0 where it is no number, as filters of Liquid take it. */
export function decimalOf(given: unknown): Decimal {
  const value: unknown = toValue(given);
  if (typeof value === "bigint") return new Exact(value.toString());
  // Longer ones take time to calculate with, and are beyond all doubles or rounded anyway.
  if (typeof value === "string" && value.length <= PRODUCT_DIGITS && DECIMAL.test(value.trim()))
    return new Exact(value.trim());
  const number = Number(value);
  return new Exact(Number.isNaN(number) ? 0 : number);
}

/** Returns a decimal as a number: an integer with all its digits, anything else as the nearest double. */
export function numberOf(decimal: Decimal): ExactNumber {
  const number = decimal.toNumber();
  // What is beyond all doubles is infinite, so that no loop makes an integer without end.
  if (!decimal.isInteger() || Number.isSafeInteger(number) || !Number.isFinite(number)) return number;
  return BigInt(decimal.toFixed());
}

/** Rounds to so many digits after the point, or before it where they are negative. */
export function toPlaces(decimal: Decimal, places: number): Decimal {
  if (!Number.isInteger(places) || places > MAX_PLACES) return decimal;
  if (places >= 0) return decimal.toDecimalPlaces(places);
  return places < -MAX_PLACES ? new Exact(0) : decimal.toNearest(new Exact(10).pow(-places));
}

/** Divides exactly where the quotient is an integer, else to more digits than a double has. */
export function toQuotient(a: Decimal, b: Decimal): Decimal {
  const whole = a.divToInt(b);
  return whole.times(b).eq(a) ? whole : new Quotient(a).div(b);
}
