import type { FilterOperator } from "#contract/constants/conditions.ts";

/** Operators as a sentence has them between a field and a value. */
const OPERATOR_TEXTS: Readonly<Record<FilterOperator, string>> = {
  EQUAL: "is",
  NOT_EQUAL: "is not",
  LARGER: "is larger than",
  LARGER_EQUAL: "is at least",
  SMALLER: "is smaller than",
  SMALLER_EQUAL: "is at most",
  BETWEEN: "is between",
  NOT_BETWEEN: "is not between",
  ANY_IN: "is one of",
  ALL_IN: "has all of",
  IN: "contains",
  NOT_IN: "does not contain",
  LIKE: "is like",
  NOT_LIKE: "is not like",
  IS_DEFINED: "is set",
};

const OF_DATES: Partial<Record<FilterOperator, string>> = {
  LARGER: "is after",
  LARGER_EQUAL: "is at or after",
  SMALLER: "is before",
  SMALLER_EQUAL: "is at or before",
};

/** Lists have one of several items, where a text or a number is one of them. */
const OF_LISTS: Partial<Record<FilterOperator, string>> = { ANY_IN: "has any of" };

/** Returns an operator in the words of what it compares. */
export function operatorText(operator: FilterOperator, type?: string): string {
  const own = type === "date" ? OF_DATES[operator] : type === "list" ? OF_LISTS[operator] : undefined;
  return own ?? OPERATOR_TEXTS[operator];
}
