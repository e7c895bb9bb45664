import { type Liquid, Tokenizer, toValue } from "liquidjs";
import { type ExactNumber, exactNumberOf } from "../exact-number.ts";

/** Filters of LiquidJS that calculate, for integers. Those that round have nothing to do. */
const CALCULATIONS: Readonly<Record<string, (a: bigint, b: bigint) => bigint>> = {
  abs: (a) => (a < 0n ? -a : a),
  at_least: (a, b) => larger(a, b),
  at_most: (a, b) => -larger(-a, -b),
  ceil: (a) => a,
  floor: (a) => a,
  round: (a) => a,
  plus: (a, b) => a + b,
  minus: (a, b) => a - b,
  times: (a, b) => a * b,
  modulo: (a, b) => (b === 0n ? 0n : ((a % b) + b) % b),
};

/** Math.max takes no BigInt. */
function larger(a: bigint, b: bigint): bigint {
  if (a > b) return a;
  return b;
}

/** Filters that give back what is no date. */
const DATES = ["date", "date_to_xmlschema", "date_to_rfc822", "date_to_string", "date_to_long_string"];

/** Has the engine's filters calculate with integers beyond 2^53 exactly, and with doubles where one of two numbers is no integer. */
export function registerExactFilters(engine: Liquid): void {
  for (const [name, calculate] of Object.entries(CALCULATIONS)) {
    replaceFilter(engine, name, (given) => exactResult(calculate, given));
  }
  replaceFilter(engine, "divided_by", () => undefined);
  for (const name of DATES) replaceFilter(engine, name, ([value]) => (typeof value === "bigint" ? value : undefined));
}

/** Has `exact` give the filter's result where a large integer is among what it is given; without one, the filter goes on with doubles. */
function replaceFilter(engine: Liquid, name: string, exact: (given: readonly unknown[]) => unknown): void {
  const filter = engine.filters[name];
  if (typeof filter !== "function") throw new Error(`LiquidJS has no filter ${name}`);
  engine.registerFilter(name, function (value: unknown, ...args: unknown[]): unknown {
    const given = [value, ...args].map(exactValue);
    if (!given.some((one) => typeof one === "bigint")) return filter.call(this, value, ...args);
    const [first, ...others] = given.map((one) => (typeof one === "bigint" ? Number(one) : one));
    return exact(given) ?? filter.call(this, first, ...others);
  });
}

/** A text of digits counts as the number. */
function exactValue(given: unknown): unknown {
  const value: unknown = toValue(given);
  const number = typeof value === "string" ? exactNumberOf(value) : value;
  return typeof number === "bigint" ? number : value;
}

function exactResult(
  calculate: (a: bigint, b: bigint) => bigint,
  [value, other = 0]: readonly unknown[],
): ExactNumber | undefined {
  const [a, b] = [integerOf(value), integerOf(other)];
  if (a === undefined || b === undefined) return undefined;
  const result = calculate(a, b);
  const number = Number(result);
  // What is beyond all doubles is infinite, so that no loop makes an integer without end.
  return Number.isSafeInteger(number) || !Number.isFinite(number) ? number : result;
}

function integerOf(value: unknown): bigint | undefined {
  if (typeof value === "bigint") return value;
  const number = typeof value === "string" ? Number(value) : value;
  return Number.isSafeInteger(number) ? BigInt(Number(number)) : undefined;
}

const { readNumber } = Tokenizer.prototype;

/** A number that is written in a template has all its digits, too. LiquidJS has no other place for that. */
Tokenizer.prototype.readNumber = function () {
  const token = readNumber.call(this);
  return token && Object.assign(token, { content: exactNumberOf(token.getText()) });
};
