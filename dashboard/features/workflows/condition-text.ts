import type { Filter, FilterPart } from "#contract/conditions.ts";
import type { FilterOperator, FilterPartType } from "#contract/constants/conditions.ts";

const OPERATOR_TEXTS: Record<FilterOperator, string> = {
  ALL_IN: "holds all of",
  ANY_IN: "holds any of",
  BETWEEN: "is between",
  EQUAL: "is",
  IN: "is one of",
  IS_DEFINED: "is set",
  LARGER: "is larger than",
  LARGER_EQUAL: "is at least",
  LIKE: "contains",
  NOT_BETWEEN: "is not between",
  NOT_EQUAL: "is not",
  NOT_IN: "is none of",
  NOT_LIKE: "does not contain",
  SMALLER: "is smaller than",
  SMALLER_EQUAL: "is at most",
};

/** The kinds of conditions that compare a field. */
type Owner = Exclude<FilterPartType, "isOnline" | "isOnlineInLast" | "previousStep">;

const OWNERS: Record<Owner, string> = {
  payload: "payload",
  subscriber: "subscriber",
  tenant: "tenant",
  webhook: "webhook answer",
  stepResult: "steps",
};

/** Returns a step's conditions as one clause, or undefined when it has none. The groups are alternatives. */
export function conditionText(filters: readonly Filter[]): string | undefined {
  const groups = filters.map(groupText).filter((text) => text !== "");
  if (groups.length === 0) return undefined;
  return groups.join(" or ");
}

function groupText(group: Filter): string {
  const parts = group.children.map((child) => ("children" in child ? bracketed(groupText(child)) : partText(child)));
  const text = parts.filter((part) => part !== "").join(group.value === "OR" ? " or " : " and ");
  return group.isNegated && text ? `not ${bracketed(text)}` : text;
}

function bracketed(text: string): string {
  return text && `(${text})`;
}

function partText(part: FilterPart): string {
  const value = typeof part.value === "object" ? JSON.stringify(part.value) : String(part.value ?? "");
  switch (part.on) {
    case "isOnline":
      return value === "false" ? "subscriber is offline" : "subscriber is online";
    case "isOnlineInLast":
      return `subscriber was online in the last ${value} ${part.timeOperator ?? "minutes"}`;
    case "previousStep":
      return `an earlier step's message is ${part.stepType ?? "seen"}`;
    default: {
      const subject = [OWNERS[part.on], part.on === "stepResult" && part.step, part.field].filter(Boolean).join(".");
      const operator = part.operator ?? "EQUAL";
      return [subject, OPERATOR_TEXTS[operator], operator === "IS_DEFINED" ? "" : value].filter(Boolean).join(" ");
    }
  }
}
