import {
  FIELD_TYPES,
  FILTER_OPERATORS,
  FILTER_PARTS,
  FILTER_TIME_UNITS,
  LOGICAL_OPERATORS,
  PREVIOUS_STEP_STATES,
} from "#contract/constants/conditions.ts";
import { isJsonObject } from "#contract/constants/values/json-object.ts";
import type { Filter } from "#contract/schemas/conditions.ts";

/** Conditions that lie in control values, which may hold anything. */
export const filtersOf = (value: unknown): Filter[] => (isFilterList(value) ? value : []);

// By hand, as the contract's schema would bring zod into the first load of every workflow.
export const isFilterList = (value: unknown): value is Filter[] => Array.isArray(value) && value.every(isFilter);

const isFilter = (value: unknown): value is Filter =>
  isJsonObject(value) &&
  Array.isArray(value.children) &&
  value.children.every((child) => isFilter(child) || isPart(child)) &&
  isOneOf(LOGICAL_OPERATORS, value.value) &&
  isOneOf(FIELD_TYPES, value.type) &&
  (value.isNegated === undefined || typeof value.isNegated === "boolean");

const isPart = (value: unknown): boolean =>
  isJsonObject(value) &&
  value.on !== undefined &&
  isOneOf(FILTER_PARTS, value.on) &&
  isOneOf(FILTER_OPERATORS, value.operator) &&
  isOneOf(FILTER_TIME_UNITS, value.timeOperator) &&
  isOneOf(PREVIOUS_STEP_STATES, value.stepType) &&
  [value.field, value.webhookUrl, value.step].every((text) => text === undefined || typeof text === "string");

/** Allows what is left out, too. */
const isOneOf = (known: readonly string[], value: unknown): boolean =>
  value === undefined || known.some((one) => one === value);
