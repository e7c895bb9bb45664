import type { Decimal } from "decimal.js";
import { type Liquid, Tokenizer, toValue } from "liquidjs";
import { type ExactNumber, exactNumberOf } from "../values/exact-number.ts";
import { decimalOf, numberOf, toPlaces, toQuotient } from "./decimals.ts";

type Calculation = (a: Decimal, b: Decimal) => Decimal;

/** Filters of LiquidJS that calculate. Those that take one number are given 0 as the other. */
const CALCULATIONS: Readonly<Record<string, Calculation>> = {
  abs: (a) => a.abs(),
  at_least: (a, b) => (a.lt(b) ? b : a),
  at_most: (a, b) => (a.gt(b) ? b : a),
  ceil: (a) => a.ceil(),
  floor: (a) => a.floor(),
  round: (a, digits) => toPlaces(a, digits.toNumber()),
  plus: (a, b) => a.plus(b),
  minus: (a, b) => a.minus(b),
  times: (a, b) => a.times(b),
  modulo: (a, b) => a.mod(b),
  divided_by: toQuotient,
};

/**
 * Has the engine's filters calculate in decimals, as people wrote the numbers: the sum of 0.1 and 0.2 is 0.3, and integers beyond 2^53
 * keep their digits. The result is a number again, with the digits of a double unless it is an integer.
 */
export function registerExactFilters(engine: Liquid): void {
  for (const [name, calculate] of Object.entries(CALCULATIONS)) {
    const filter = engine.filters[name];
    if (typeof filter !== "function") throw new Error(`LiquidJS has no filter ${name}`);
    engine.registerFilter(name, function (value: unknown, ...args: unknown[]): unknown {
      const given = [value, ...args];
      // The engine's own filters are faster, and right about other numbers.
      return given.some(needsDecimals) ? resultOf(calculate, given) : filter.call(this, value, ...args);
    });
  }
  replaceSum(engine);
}

/** Has a sum be exact. What is no number counts as 0. */
function replaceSum(engine: Liquid): void {
  const { sum, map } = engine.filters;
  if (typeof sum !== "function" || typeof map !== "function") throw new Error("LiquidJS has no filters sum and map");
  engine.registerFilter("sum", function* (list: unknown, property: unknown): Generator<unknown, unknown, unknown> {
    const found = property ? yield map.call(this, list, property) : toValue(list);
    const items = [found ?? []].flat();
    if (!items.some(needsDecimals)) return yield sum.call(this, found);
    let total = decimalOf(0);
    for (const item of items) total = total.plus(decimalOf(item));
    return numberOf(total);
  });
}

/** Whether doubles may calculate wrong with a value: it is a number, or a text of one, and no safe integer. */
function needsDecimals(given: unknown): boolean {
  const value: unknown = toValue(given);
  if (typeof value === "bigint") return true;
  const number = typeof value === "string" ? Number(value) : value;
  return Number.isFinite(number) && !Number.isSafeInteger(number);
}

/** The third argument of `divided_by` asks for an integer, which LiquidJS rounds down. */
function resultOf(calculate: Calculation, [value, other, isWhole]: readonly unknown[]): ExactNumber {
  const result = calculate(decimalOf(value), decimalOf(other));
  return numberOf(isWhole ? result.floor() : result);
}

const { readNumber } = Tokenizer.prototype;

/** A number that is written in a template has all its digits, too. LiquidJS has no other place for that. */
Tokenizer.prototype.readNumber = function () {
  const token = readNumber.call(this);
  return token && Object.assign(token, { content: exactNumberOf(token.getText()) });
};
