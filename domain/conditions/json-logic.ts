import { defaultMethods, LogicEngine } from "json-logic-engine";
import { getPath } from "../values/dotted-path.ts";
import { type ExactNumber, exactNumberOf, isNumeric, isSameNumber } from "../values/exact-number.ts";
import { isPlainObject } from "../values/plain-object.ts";

type Operands = readonly unknown[];

/**
 * Operators that a rule may have. Those that compare are not the package's: its own throw for what is no number, call methods of
 * the values, and lack those of the query editor.
 */
const OPERATORS = {
  and: defaultMethods.and,
  or: defaultMethods.or,
  if: defaultMethods.if,
  "?:": defaultMethods.if,
  var: variable,
  "!": ([a]: Operands) => !isTruthy(a),
  "!!": ([a]: Operands) => isTruthy(a),
  "==": ([a, b]: Operands) => looselyEqual(a, b),
  "!=": ([a, b]: Operands) => !looselyEqual(a, b),
  "===": ([a, b]: Operands) => strictlyEqual(a, b),
  "!==": ([a, b]: Operands) => !strictlyEqual(a, b),
  "<": ([a, b, c]: Operands) => isLess(a, b) && (c === undefined || isLess(b, c)),
  "<=": ([a, b, c]: Operands) => isAtMost(a, b) && (c === undefined || isAtMost(b, c)),
  ">": ([a, b]: Operands) => isLess(b, a),
  ">=": ([a, b]: Operands) => isAtMost(b, a),
  in: ([a, b]: Operands) => isIn(a, b),
  contains: ([a, b]: Operands) => isIn(b, a),
  doesNotContain: ([a, b]: Operands) => !isIn(b, a),
  startsWith: ([a, b]: Operands) => startsWith(a, b),
  doesNotBeginWith: ([a, b]: Operands) => !startsWith(a, b),
  endsWith: ([a, b]: Operands) => endsWith(a, b),
  doesNotEndWith: ([a, b]: Operands) => !endsWith(a, b),
  null: ([a]: Operands) => isMissing(a),
  notNull: ([a]: Operands) => !isMissing(a),
  between: ([a, b, c]: Operands) => isBetween(a, b, c),
  notBetween: ([a, b, c]: Operands) => !isBetween(a, b, c),
};

export const RULE_OPERATORS: readonly string[] = Object.keys(OPERATORS);

// Its optimizer gives up for good after some hundred rules that were seen once, as those of single events are, and gains nothing here.
const engine = new LogicEngine(OPERATORS, { disableInterpretedOptimization: true });
engine.truthy = isTruthy;

/**
 * Whether a JSON-logic rule holds, as the query editor of `/v2/workflows` writes it: `skip` of a step's controls. Values compare as
 * JSON-logic compares them, loosely for `==` and in order; a rule with an operator that is not known holds not. An operation that lacks
 * an operand takes no part, and a rule of nothing else holds not.
 */
export const holds = (rule: unknown, data: unknown): boolean => isTruthy(engine.run(runnable(rule), data));

/** Operands in operands that are looked at: deeper rules are no rules. */
const RULE_DEPTH_MAX = 50;

const runnableRules = new WeakMap<object, unknown>();

/** The rule as the engine can run it, made once for each stored rule, which is evaluated for all members of a slice. */
function runnable(rule: unknown): unknown {
  if (typeof rule !== "object" || rule === null) return rule;
  const known = runnableRules.get(rule);
  if (known !== undefined) return known;
  const made = orFalse(withoutUnknown(rule, 0));
  runnableRules.set(rule, made);
  return made;
}

/**
 * The rule with all operands in lists, and false in place of what is nested too deeply or has no known operator. Undefined for an
 * operation that lacks an operand, and for one that only has such operands.
 */
function withoutUnknown(rule: unknown, depth: number): unknown {
  if (depth > RULE_DEPTH_MAX) return false;
  if (Array.isArray(rule)) return rule.map((item) => orFalse(withoutUnknown(item, depth + 1)));
  if (!isPlainObject(rule)) return rule;
  const { operator, operands } = operationOf(rule) ?? { operator: "", operands: [] };
  if (!Object.hasOwn(OPERATORS, operator)) return false;
  if (isShort(operator, operands)) return undefined;
  const made = operands.map((operand) => withoutUnknown(operand, depth + 1));
  if (operator === "and" || operator === "or") {
    const deciding = made.filter((operand) => operand !== undefined);
    return deciding.length > 0 ? { [operator]: deciding } : undefined;
  }
  if ((operator === "!" || operator === "!!") && made[0] === undefined) return undefined;
  return { [operator]: made.map(orFalse) };
}

/** Null is an operand. */
const orFalse = (operand: unknown): unknown => (operand === undefined ? false : operand);

/** The variables that a rule asks for, by dotted path, in order. */
export function variablesOfRule(rule: unknown, depth = 0): string[] {
  if (depth > RULE_DEPTH_MAX) return [];
  if (Array.isArray(rule)) return rule.flatMap((item) => variablesOfRule(item, depth + 1));
  const operation = operationOf(rule);
  if (!operation) return [];
  const { operator, operands } = operation;
  if (operator !== "var") return operands.flatMap((operand) => variablesOfRule(operand, depth + 1));
  const [path] = operands;
  return typeof path === "string" && path !== "" ? [path] : [];
}

/** The operations of a rule that lack an operand, or whose operator is not known, by operator. */
export function faultsOfRule(rule: unknown, depth = 0): { operator: string; fault: "operand" | "operator" }[] {
  if (depth > RULE_DEPTH_MAX) return [{ operator: "", fault: "operator" }];
  if (Array.isArray(rule)) return rule.flatMap((item) => faultsOfRule(item, depth + 1));
  if (!isPlainObject(rule) || Object.keys(rule).length === 0) return [];
  const operation = operationOf(rule);
  if (!operation || !RULE_OPERATORS.includes(operation.operator)) {
    return [{ operator: operation?.operator ?? "", fault: "operator" }];
  }
  const { operator, operands } = operation;
  return [
    ...(isShort(operator, operands) ? [{ operator, fault: "operand" as const }] : []),
    ...(operator === "var" ? [] : operands.flatMap((operand) => faultsOfRule(operand, depth + 1))),
  ];
}

const UNARY: readonly string[] = ["!", "!!", "var", "null", "notNull", "and", "or", "if", "?:"];
const operandsOf = (operator: string): number => (UNARY.includes(operator) ? 1 : 2);
const isShort = (operator: string, operands: Operands): boolean =>
  operands.length < operandsOf(operator) || operands.some(isAbsent);

/** Null is a value to compare with; an empty text is a field of the editor that nobody filled in, as is a variable without its name. */
const isAbsent = (operand: unknown): boolean =>
  operand === undefined || operand === "" || (isVariable(operand) && isUnnamed(operand.var));

const isVariable = (operand: unknown): operand is { var: unknown } => isPlainObject(operand) && "var" in operand;

function isUnnamed(given: unknown): boolean {
  const path: unknown = Array.isArray(given) ? given[0] : given;
  return typeof path === "string" && /^(?:payload|subscriber|tenant|env)\.$/.test(path);
}

interface Operation {
  operator: string;
  operands: unknown[];
}

function operationOf(rule: unknown): Operation | undefined {
  if (!isPlainObject(rule)) return undefined;
  const [entry, another] = Object.entries(rule);
  if (!entry || another) return undefined;
  const [operator, given] = entry;
  return { operator, operands: Array.isArray(given) ? given : [given] };
}

function variable([path, otherwise]: Operands, data: unknown): unknown {
  if (path === undefined || path === null || path === "") return data;
  const found = getPath(data, String(primitiveOf(path)));
  return found === undefined ? (otherwise ?? null) : found;
}

/** The bounds are a list, or two operands. */
function isBetween(value: unknown, from: unknown, to: unknown): boolean {
  const [low, high]: unknown[] = Array.isArray(from) ? from : [from, to];
  return isAtMost(low, value) && isAtMost(value, high);
}

function isIn(item: unknown, container: unknown): boolean {
  if (typeof container === "string") return !isMissing(item) && container.includes(String(primitiveOf(item)));
  return Array.isArray(container) && container.some((one) => looselyEqual(one, item));
}

function isMissing(value: unknown): boolean {
  return value === null || value === undefined;
}

/** An empty list is not, otherwise as in JavaScript. */
function isTruthy(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : Boolean(value);
}

const strictlyEqual = (a: unknown, b: unknown): boolean =>
  isNumeric(a) && isNumeric(b) ? isSameNumber(a, b) : a === b;

/** As `==` of JavaScript for what JSON has: lists and objects by their text, never by a method of their own. */
function looselyEqual(a: unknown, b: unknown): boolean {
  if (isMissing(a) || isMissing(b)) return isMissing(a) && isMissing(b);
  const [x, y] = [primitiveOf(a), primitiveOf(b)];
  if (typeof x === typeof y) return x === y;
  return isSameNumber(exactNumberOf(x), exactNumberOf(y));
}

function isLess(a: unknown, b: unknown): boolean {
  const [x, y] = [primitiveOf(a), primitiveOf(b)];
  if (typeof x === "string" && typeof y === "string") return x < y;
  return exactNumberOf(x) < exactNumberOf(y);
}

function isAtMost(a: unknown, b: unknown): boolean {
  const [x, y] = [primitiveOf(a), primitiveOf(b)];
  if (typeof x === "string" && typeof y === "string") return x <= y;
  return exactNumberOf(x) <= exactNumberOf(y);
}

function primitiveOf(value: unknown): string | ExactNumber | boolean | null {
  if (typeof value === "string" || isNumeric(value) || typeof value === "boolean") return value;
  return isMissing(value) ? null : JSON.stringify(value);
}

const startsWith = (text: unknown, start: unknown): boolean =>
  typeof text === "string" && typeof start === "string" && text.startsWith(start);

const endsWith = (text: unknown, end: unknown): boolean =>
  typeof text === "string" && typeof end === "string" && text.endsWith(end);
