import { isFinished, missingPart } from "#contract/constants/templates/unfinished-conditions.ts";
import type { Filter, FilterPart } from "#contract/schemas/conditions.ts";
import { type Clause, clausesText, joined, negated } from "./clauses.ts";
import { operatorText } from "./operator-texts.ts";
import { valueText } from "./value-text.ts";

/** Returns the name of a step by the identifier that conditions know it by; undefined for one that is not there. */
export type StepNames = (identifier: string) => string | undefined;

const STATES = { read: "is read", unread: "is not read", seen: "is seen", unseen: "is not seen" } as const;
const NO_NAMES: StepNames = () => undefined;

/**
 * Returns conditions as one clause, or undefined where there are none. The groups are alternatives; brackets are words: "either a or b",
 * "both a and b". Conditions that are not finished take no part.
 */
export function conditionText(filters: readonly Filter[], nameOf: StepNames = NO_NAMES): string | undefined {
  const groups = filters.flatMap((group) => groupClause(group, nameOf) ?? []);
  return clausesText(groups, "or");
}

/** Returns the sentence that asks for what the first unfinished condition lacks; undefined where all are finished. */
export function unfinishedText(filters: readonly (Filter | FilterPart)[]): string | undefined {
  for (const node of filters) {
    const text = "children" in node ? unfinishedText(node.children) : missingPart(node)?.message;
    if (text !== undefined) return text;
  }
  return undefined;
}

/** Returns the clause of a group; undefined for an empty one, which says nothing. */
function groupClause(group: Filter, nameOf: StepNames): Clause | undefined {
  const asDates = group.type === "DATE";
  const clauses = group.children.flatMap((child): Clause[] => {
    if ("children" in child) return [groupClause(child, nameOf) ?? []].flat();
    return isFinished(child) ? [{ text: partText(child, asDates, nameOf), depth: 0 }] : [];
  });
  if (clauses.length === 0) return undefined;
  if (clauses.length > 1 && group.value === undefined) {
    // The engine lets such a group pass never.
    const text = clausesText(clauses, "and");
    return { text: `never, as it is not chosen whether all or any have to pass of (${text})`, depth: 0 };
  }
  const clause = joined(clauses, group.value === "OR" ? "or" : "and");
  return group.isNegated ? negated(clause) : clause;
}

/** Returns one condition, which is finished, as a clause. */
function partText(part: FilterPart, asDates: boolean, nameOf: StepNames): string {
  const { value, operator } = part;
  switch (part.on) {
    case "isOnline":
      return value === true || value === "true" ? "the subscriber is online" : "the subscriber is offline";
    case "isOnlineInLast": {
      const { timeOperator = "" } = part;
      const unit = Number(value) === 1 ? timeOperator.slice(0, -1) : timeOperator;
      return `the subscriber was online in the last ${valueText(value)} ${unit}`;
    }
    case "previousStep": {
      const { step = "", stepType = "read" } = part;
      return `the message of ${nameOf(step) ?? step} ${STATES[stepType]}`;
    }
    default: {
      const subject = subjectText(part, nameOf);
      const words = operatorText(operator ?? "EQUAL", asDates ? "date" : undefined);
      return operator === "IS_DEFINED" ? `${subject} ${words}` : `${subject} ${words} ${expectedText(part)}`;
    }
  }
}

/** Returns the field that a condition compares, as members name it. */
function subjectText({ on, field, step = "", webhookUrl }: FilterPart, nameOf: StepNames): string {
  if (on === "webhook") return `${field} in the answer of ${webhookUrl}`;
  if (on === "stepResult") return `${field} of ${nameOf(step) ?? step}`;
  return `${on}.${field}`;
}

function expectedText({ operator, value }: FilterPart): string {
  if (operator !== "BETWEEN" && operator !== "NOT_BETWEEN") return valueText(value);
  const bounds = typeof value === "string" ? value.split(",").map((bound) => bound.trim()) : value;
  return Array.isArray(bounds) && bounds.length === 2 ? bounds.map(valueText).join(" and ") : valueText(value);
}
