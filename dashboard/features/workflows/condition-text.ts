import type { Filter, FilterPart } from "#contract/conditions.ts";
import { type Clause, clausesText, joined, negated } from "./clauses.ts";
import { operatorText } from "./operator-texts.ts";
import { valueText } from "./value-text.ts";

/** Returns the name of a step by the identifier that conditions know it by; undefined for one that is not there. */
export type StepNames = (identifier: string) => string | undefined;

const STATES = { read: "is read", unread: "is not read", seen: "is seen", unseen: "is not seen" } as const;
const NO_NAMES: StepNames = () => undefined;

/**
 * Returns conditions as one clause, or undefined where there are none. The groups are alternatives; brackets are words: "either a or b",
 * "both a and b".
 */
export function conditionText(filters: readonly Filter[], nameOf: StepNames = NO_NAMES): string | undefined {
  const groups = filters.flatMap((group) => groupClause(group, nameOf) ?? []);
  return clausesText(groups, "or");
}

/** Returns the clause of a group; undefined for an empty one, which says nothing. */
function groupClause(group: Filter, nameOf: StepNames): Clause | undefined {
  const asDates = group.type === "DATE";
  const clauses = group.children.flatMap((child): Clause[] => {
    if ("children" in child) return [groupClause(child, nameOf) ?? []].flat();
    return [{ text: partText(child, asDates, nameOf), depth: 0 }];
  });
  if (clauses.length === 0) return undefined;
  if (group.children.length > 1 && group.value === undefined) {
    // The engine lets such a group pass never.
    const text = clausesText(clauses, "and");
    return { text: `never, as it is not chosen whether all or any have to pass of (${text})`, depth: 0 };
  }
  const clause = joined(clauses, group.value === "OR" ? "or" : "and");
  return group.isNegated ? negated(clause) : clause;
}

/** Returns one condition as a clause. */
function partText(part: FilterPart, asDates: boolean, nameOf: StepNames = NO_NAMES): string {
  const { value, operator } = part;
  switch (part.on) {
    case "isOnline":
      return value === true || value === "true" ? "the subscriber is online" : "the subscriber is offline";
    case "isOnlineInLast": {
      if (part.timeOperator === undefined) return "the subscriber is online";
      const unit = Number(value) === 1 ? part.timeOperator.slice(0, -1) : part.timeOperator;
      return `the subscriber was online in the last ${valueText(value)} ${unit}`;
    }
    case "previousStep": {
      const step = part.step ? (nameOf(part.step) ?? part.step) : "an earlier step";
      return `the message of ${step} ${part.stepType ? STATES[part.stepType] : "is in no state that is chosen"}`;
    }
    default: {
      const subject = subjectText(part, nameOf);
      if (operator === undefined) return `${subject} is compared by no operator`;
      const words = operatorText(operator, asDates ? "date" : undefined);
      return operator === "IS_DEFINED" ? `${subject} ${words}` : `${subject} ${words} ${expectedText(part)}`;
    }
  }
}

/** Returns the field that a condition compares, as members name it. */
function subjectText({ on, field, step, webhookUrl }: FilterPart, nameOf: StepNames = NO_NAMES): string {
  const name = field || "a field that is not chosen";
  if (on === "webhook") return `${name} in the answer of ${webhookUrl || "a webhook without an address"}`;
  if (on === "stepResult") return `${field || "the result"} of ${step ? (nameOf(step) ?? step) : "an earlier step"}`;
  return field ? `${on}.${field}` : `${name} of the ${on}`;
}

function expectedText({ operator, value }: FilterPart): string {
  if (operator !== "BETWEEN" && operator !== "NOT_BETWEEN") return valueText(value);
  const bounds = typeof value === "string" ? value.split(",").map((bound) => bound.trim()) : value;
  return Array.isArray(bounds) && bounds.length === 2 ? bounds.map(valueText).join(" and ") : valueText(value);
}
