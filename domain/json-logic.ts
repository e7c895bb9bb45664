import { getPath } from "./dotted-path.ts";
import { isPlainObject } from "./plain-object.ts";

/**
 * Whether a JSON-logic rule holds, as the query editor of `/v2/workflows` writes it: `skip` of a step's controls. Values compare as
 * JSON-logic compares them, loosely for `==` and in order; a rule with an operator that is not known holds not.
 */
export const holds = (rule: unknown, data: unknown): boolean => isTruthy(evaluate(rule, data, 0));

/** Operators that a rule may have. */
export const RULE_OPERATORS = [
  "==",
  "===",
  "!=",
  "!==",
  "<",
  "<=",
  ">",
  ">=",
  "in",
  "!",
  "!!",
  "and",
  "or",
  "if",
  "?:",
  "var",
  "startsWith",
  "endsWith",
  "contains",
  "doesNotContain",
  "doesNotBeginWith",
  "doesNotEndWith",
  "null",
  "notNull",
  "between",
  "notBetween",
] as const;

/** Operands in operands that are looked at: deeper rules are no rules. */
const RULE_DEPTH_MAX = 50;

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
  if (!operation || !RULE_OPERATORS.some((known) => known === operation.operator)) {
    return [{ operator: operation?.operator ?? "", fault: "operator" }];
  }
  const { operator, operands } = operation;
  const isShort = operands.length < operandsOf(operator) || operands.some(isAbsent);
  return [
    ...(isShort ? [{ operator, fault: "operand" as const }] : []),
    ...(operator === "var" ? [] : operands.flatMap((operand) => faultsOfRule(operand, depth + 1))),
  ];
}

const UNARY: readonly string[] = ["!", "!!", "var", "null", "notNull", "and", "or", "if", "?:"];
const operandsOf = (operator: string): number => (UNARY.includes(operator) ? 1 : 2);
/** Null is a value to compare with; an empty text is a field of the editor that nobody filled in. */
const isAbsent = (operand: unknown): boolean => operand === undefined || operand === "";

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

function evaluate(rule: unknown, data: unknown, depth: number): unknown {
  if (depth > RULE_DEPTH_MAX) return false;
  if (Array.isArray(rule)) return rule.map((item) => evaluate(item, data, depth + 1));
  if (!isPlainObject(rule)) return rule;
  const operation = operationOf(rule);
  if (!operation) return false;
  const { operator, operands } = operation;
  const at = (index: number): unknown => evaluate(operands[index], data, depth + 1);
  switch (operator) {
    case "var":
      return variable(at(0), at(1), data);
    case "and":
      return decidingOf(operands, data, depth, false);
    case "or":
      return decidingOf(operands, data, depth, true);
    case "if":
    case "?:":
      return branchOf(operands, data, depth);
    case "!":
      return !isTruthy(at(0));
    case "!!":
      return isTruthy(at(0));
    case "null":
      return isMissing(at(0));
    case "notNull":
      return !isMissing(at(0));
    default:
      return compare(operator, at(0), at(1), at(2));
  }
}

function variable(path: unknown, otherwise: unknown, data: unknown): unknown {
  if (path === undefined || path === null || path === "") return data;
  const found = getPath(data, String(path));
  return found === undefined ? (otherwise ?? null) : found;
}

/** The first operand that is as said, else the last: as `&&` and `||` give them. */
function decidingOf(operands: readonly unknown[], data: unknown, depth: number, truthy: boolean): unknown {
  let value: unknown = false;
  for (const operand of operands) {
    value = evaluate(operand, data, depth + 1);
    if (isTruthy(value) === truthy) return value;
  }
  return value;
}

function branchOf(operands: readonly unknown[], data: unknown, depth: number): unknown {
  let index = 0;
  for (; index + 1 < operands.length; index += 2) {
    if (isTruthy(evaluate(operands[index], data, depth + 1))) return evaluate(operands[index + 1], data, depth + 1);
  }
  return index < operands.length ? evaluate(operands[index], data, depth + 1) : null;
}

function compare(operator: string, a: unknown, b: unknown, c: unknown): unknown {
  switch (operator) {
    case "==":
      return looselyEqual(a, b);
    case "!=":
      return !looselyEqual(a, b);
    case "===":
      return a === b;
    case "!==":
      return a !== b;
    case "<":
      return c === undefined ? isLess(a, b) : isLess(a, b) && isLess(b, c);
    case "<=":
      return c === undefined ? isAtMost(a, b) : isAtMost(a, b) && isAtMost(b, c);
    case ">":
      return isLess(b, a);
    case ">=":
      return isAtMost(b, a);
    case "in":
    case "contains":
      return operator === "in" ? isIn(a, b) : isIn(b, a);
    case "doesNotContain":
      return !isIn(b, a);
    case "startsWith":
      return startsWith(a, b);
    case "doesNotBeginWith":
      return !startsWith(a, b);
    case "endsWith":
      return endsWith(a, b);
    case "doesNotEndWith":
      return !endsWith(a, b);
    case "between":
      return isBetween(a, b, c);
    case "notBetween":
      return !isBetween(a, b, c);
    default:
      return false;
  }
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

const isMissing = (value: unknown): boolean => value === null || value === undefined;

/** An empty list is not, otherwise as in JavaScript. */
const isTruthy = (value: unknown): boolean => (Array.isArray(value) ? value.length > 0 : Boolean(value));

/** As `==` of JavaScript for what JSON has: lists and objects by their text, never by a method of their own. */
function looselyEqual(a: unknown, b: unknown): boolean {
  if (isMissing(a) || isMissing(b)) return isMissing(a) && isMissing(b);
  const [x, y] = [primitiveOf(a), primitiveOf(b)];
  if (typeof x === typeof y) return x === y;
  return Number(x) === Number(y);
}

function isLess(a: unknown, b: unknown): boolean {
  const [x, y] = [primitiveOf(a), primitiveOf(b)];
  if (typeof x === "string" && typeof y === "string") return x < y;
  return Number(x) < Number(y);
}

function isAtMost(a: unknown, b: unknown): boolean {
  const [x, y] = [primitiveOf(a), primitiveOf(b)];
  if (typeof x === "string" && typeof y === "string") return x <= y;
  return Number(x) <= Number(y);
}

function primitiveOf(value: unknown): string | number | boolean | null {
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") return value;
  return isMissing(value) ? null : JSON.stringify(value);
}

const startsWith = (text: unknown, start: unknown): boolean =>
  typeof text === "string" && typeof start === "string" && text.startsWith(start);

const endsWith = (text: unknown, end: unknown): boolean =>
  typeof text === "string" && typeof end === "string" && text.endsWith(end);
