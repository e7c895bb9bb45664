import type { FilterOperator } from "#contract/constants/conditions.ts";
import { isJsonObject } from "#contract/constants/values/json-object.ts";
import type { Filter, FilterPart } from "#contract/schemas/conditions.ts";
import { rootedField } from "./condition-fields.ts";
import { type ConditionNode, isGroup } from "./condition-tree.ts";

/** Operators of conditions, by those of JSON logic that mean the same. */
const OPERATORS: Readonly<Record<string, FilterOperator>> = {
  "==": "EQUAL",
  "!=": "NOT_EQUAL",
  ">": "LARGER",
  ">=": "LARGER_EQUAL",
  "<": "SMALLER",
  "<=": "SMALLER_EQUAL",
  between: "BETWEEN",
  notBetween: "NOT_BETWEEN",
  in: "ANY_IN",
  contains: "IN",
  doesNotContain: "NOT_IN",
  notNull: "IS_DEFINED",
};
const RULE_OPERATORS = new Map(Object.entries(OPERATORS).map(([rule, operator]) => [operator, rule]));

/** The operators that rules have, too. */
export const isRuleOperator = (operator: FilterOperator): boolean => RULE_OPERATORS.has(operator);

/** Groups in groups that are read; what is deeper stays JSON. */
const DEPTH_MAX = 20;

/** Returns a rule of JSON logic as conditions; none for an empty one, and undefined for one that conditions cannot express. */
export function filtersOfRule(rule: unknown): Filter[] | undefined {
  if (rule === undefined || (isJsonObject(rule) && Object.keys(rule).length === 0)) return [];
  const node = nodeOf(rule, 0);
  if (!node) return undefined;
  return [isGroup(node) ? node : { value: "AND", children: [node] }];
}

function nodeOf(rule: unknown, depth: number): ConditionNode | undefined {
  if (!isJsonObject(rule) || depth > DEPTH_MAX) return undefined;
  const [entry, another] = Object.entries(rule);
  if (!entry || another) return undefined;
  const [operator, given] = entry;
  const operands: unknown[] = Array.isArray(given) ? given : [given];
  if (operator === "!") {
    const negated = operands.length === 1 ? nodeOf(operands[0], depth + 1) : undefined;
    if (!negated) return undefined;
    if (!isGroup(negated)) return { isNegated: true, value: "AND", children: [negated] };
    return negated.isNegated ? undefined : { ...negated, isNegated: true };
  }
  if (operator === "and" || operator === "or") {
    const children = operands.flatMap((operand) => nodeOf(operand, depth + 1) ?? []);
    if (children.length === 0 || children.length !== operands.length) return undefined;
    return { value: operator === "and" ? "AND" : "OR", children };
  }
  return partOf(operator, operands);
}

function partOf(name: string, [variable, ...values]: readonly unknown[]): FilterPart | undefined {
  const operator = Object.hasOwn(OPERATORS, name) ? OPERATORS[name] : undefined;
  const place = isJsonObject(variable) && Object.keys(variable).length === 1 ? placeOf(variable.var) : undefined;
  if (!operator || !place) return undefined;
  if (operator === "IS_DEFINED") return values.length === 0 ? { ...place, operator } : undefined;
  const value = operator.endsWith("BETWEEN") && values.length === 2 ? values : values[0];
  const isBounds = operator.endsWith("BETWEEN");
  const isFitting =
    isBounds || operator === "ANY_IN"
      ? Array.isArray(value) && value.every(isScalar) && (!isBounds || value.length === 2)
      : isScalar(value);
  return isFitting && (values.length === 1 || value === values) ? { ...place, operator, value } : undefined;
}

/** Null is compared by conditions in another way. A text with braces would be a template there. */
const isScalar = (value: unknown): boolean =>
  ["number", "bigint", "boolean"].includes(typeof value) || (typeof value === "string" && !/\{\{|\{%/.test(value));

const RESULT = /^steps\.([^.]+)\.(.+)$/s;

function placeOf(given: unknown): Pick<FilterPart, "on" | "field" | "step"> | undefined {
  const path: unknown = Array.isArray(given) && given.length === 1 ? given[0] : given;
  if (typeof path !== "string") return undefined;
  const rooted = rootedField(path);
  if (rooted) return rooted;
  const [, step, result] = RESULT.exec(path) ?? [];
  return step === undefined ? undefined : { on: "stepResult", step, field: result ?? "" };
}

type Rule = Record<string, unknown>;

/** Returns conditions as a rule of JSON logic; undefined for none, and where one of them is no comparison. */
export function ruleOfFilters(filters: readonly Filter[]): Rule | undefined {
  const rules = filters.flatMap((group): Rule[] => listed(ruleOfNode(group)));
  return rules.length > 1 ? { or: rules } : rules[0];
}

const listed = (rule: Rule | undefined): Rule[] => (rule ? [rule] : []);

function ruleOfNode(node: ConditionNode): Rule | undefined {
  if (!isGroup(node)) return ruleOfPart(node);
  const rules = node.children.flatMap((child): Rule[] => listed(ruleOfNode(child)));
  const [first] = rules;
  if (!first) return undefined;
  const rule: Rule = rules.length === 1 ? first : { [node.value === "OR" ? "or" : "and"]: rules };
  return node.isNegated ? { "!": rule } : rule;
}

function ruleOfPart({ on, step, field = "", operator = "EQUAL", value = "" }: FilterPart): Rule | undefined {
  const name = RULE_OPERATORS.get(operator);
  if (name === undefined) return undefined;
  const variable = { var: on === "stepResult" ? `steps.${step ?? ""}.${field}` : `${on}.${field}` };
  if (operator === "IS_DEFINED") return { [name]: variable };
  return { [name]: [variable, fitting(operator, value)] };
}

/** Lists may be written as a text with commas. */
function fitting(operator: FilterOperator, value: unknown): unknown {
  const isList = operator === "ANY_IN" || operator.endsWith("BETWEEN");
  const items = Array.isArray(value) || typeof value !== "string" ? value : value.split(",").map((item) => item.trim());
  if (!isList) return Array.isArray(value) ? value.join() : value;
  const list: unknown[] = Array.isArray(items) ? items : [items];
  return operator === "ANY_IN" ? list.filter((item) => item !== "") : [list[0] ?? "", list[1] ?? ""];
}
