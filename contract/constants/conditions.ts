/** Operators of step, variant and integration conditions. */
export const FILTER_OPERATORS = [
  "ALL_IN",
  "ANY_IN",
  "BETWEEN",
  "EQUAL",
  "IN",
  "IS_DEFINED",
  "LARGER",
  "LARGER_EQUAL",
  "LIKE",
  "NOT_BETWEEN",
  "NOT_EQUAL",
  "NOT_IN",
  "NOT_LIKE",
  "SMALLER",
  "SMALLER_EQUAL",
] as const;
export type FilterOperator = (typeof FILTER_OPERATORS)[number];

export const LOGICAL_OPERATORS = ["AND", "OR"] as const;
export const FIELD_TYPES = ["BOOLEAN", "TEXT", "DATE", "NUMBER", "STATEMENT", "LIST", "MULTI_LIST", "GROUP"] as const;
export const FILTER_PARTS = [
  "payload",
  "subscriber",
  "webhook",
  "isOnline",
  "isOnlineInLast",
  "previousStep",
  "stepResult",
  "tenant",
  "context",
  "env",
] as const;
export type FilterPartType = (typeof FILTER_PARTS)[number];
export const FILTER_TIME_UNITS = ["days", "hours", "minutes"] as const;
export type FilterTimeUnit = (typeof FILTER_TIME_UNITS)[number];
export const PREVIOUS_STEP_STATES = ["read", "unread", "seen", "unseen"] as const;
export type PreviousStepState = (typeof PREVIOUS_STEP_STATES)[number];
