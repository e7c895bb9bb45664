import { isJsonObject } from "#contract/constants/values/json-object.ts";
import { type Clause, clausesText, joined, negated } from "./clauses.ts";
import { valueText } from "./value-text.ts";

const COMPARISONS: Readonly<Record<string, string>> = {
  "==": "is",
  "===": "is",
  "!=": "is not",
  "!==": "is not",
  "<": "is smaller than",
  "<=": "is at most",
  ">": "is larger than",
  ">=": "is at least",
  contains: "contains",
  doesNotContain: "does not contain",
  startsWith: "begins with",
  doesNotBeginWith: "does not begin with",
  endsWith: "ends with",
  doesNotEndWith: "does not end with",
};

/** Operations in operations that have words. */
const DEPTH_MAX = 20;

/** Returns a JSON-logic rule as a clause, such as the control `skip` has it; undefined for one that holds never, as it is empty. */
export function ruleText(rule: unknown): string | undefined {
  if (!isJsonObject(rule) || Object.keys(rule).length === 0) return undefined;
  return clausesText([ruleClause(rule, 0)], "and");
}

function ruleClause(rule: unknown, depth: number): Clause {
  const operation = operationOf(rule);
  if (!operation || depth > DEPTH_MAX) return plain(`${operandText(rule)} is neither empty nor false`);
  const { operator, operands } = operation;
  const [first, second, third] = operands;
  if ((operator === "and" || operator === "or") && operands.length > 0) {
    return joined(
      operands.map((operand) => ruleClause(operand, depth + 1)),
      operator,
    );
  }
  if (operator === "!") return negated(ruleClause(first, depth + 1));
  if (operator === "!!" || operator === "var") {
    return plain(`${operandText(operator === "var" ? rule : first)} is neither empty nor false`);
  }
  if (operator === "null" || operator === "notNull") {
    return plain(`${operandText(first)} is ${operator === "null" ? "not set" : "set"}`);
  }
  if (operator === "between" || operator === "notBetween") {
    const [low, high]: unknown[] = Array.isArray(second) ? second : [second, third];
    const words = operator === "between" ? "is between" : "is not between";
    return plain(`${operandText(first)} ${words} ${operandText(low)} and ${operandText(high)}`);
  }
  if (operator === "in" && operands.length === 2) {
    return plain(
      Array.isArray(second)
        ? `${operandText(first)} is one of ${operandText(second)}`
        : `${operandText(second)} contains ${operandText(first)}`,
    );
  }
  const words = COMPARISONS[operator];
  if (words !== undefined && operands.length === 2)
    return plain(`${operandText(first)} ${words} ${operandText(second)}`);
  return plain(`the rule ${valueText(rule)} holds`);
}

const plain = (text: string): Clause => ({ text, depth: 0 });

function operationOf(rule: unknown): { operator: string; operands: unknown[] } | undefined {
  if (!isJsonObject(rule)) return undefined;
  const [entry, another] = Object.entries(rule);
  if (!entry || another) return undefined;
  const [operator, given] = entry;
  return { operator, operands: Array.isArray(given) ? given : [given] };
}

/** A variable by its name, anything else as a value. */
function operandText(operand: unknown): string {
  const operation = operationOf(operand);
  if (operation?.operator !== "var") return valueText(operand);
  const [name] = operation.operands;
  return typeof name === "string" && name !== "" ? name : "the data";
}
