import type { FilterOperator, FilterPartType, FilterTimeUnit, PreviousStepState } from "../conditions.ts";

/** A condition as the contract has it. */
interface FilterPart {
  on: FilterPartType;
  field?: string | undefined;
  operator?: FilterOperator | undefined;
  value?: unknown;
  webhookUrl?: string | undefined;
  timeOperator?: FilterTimeUnit | undefined;
  step?: string | undefined;
  stepType?: PreviousStepState | undefined;
}

/** A group of conditions. */
interface Filter {
  children: readonly (FilterPart | Filter)[];
}

/** A field that a condition lacks, by its key, and the sentence that asks for it. */
export interface MissingPart {
  field: "field" | "operator" | "value" | "webhookUrl" | "timeOperator" | "step" | "stepType";
  message: string;
}

const toFinish = (task: string): string => `${task} to finish this condition`;

const MESSAGES: Readonly<Record<MissingPart["field"], string>> = {
  field: toFinish("Choose a field"),
  operator: toFinish("Choose an operator"),
  value: toFinish("Enter a value"),
  webhookUrl: toFinish("Enter the address of the webhook"),
  timeOperator: toFinish("Choose a unit of time"),
  step: toFinish("Choose a step"),
  stepType: toFinish("Choose a state"),
};

/** Returns the first field that a condition lacks; undefined for a finished one. A condition that lacks one takes no part in a decision. */
export function missingPart(part: FilterPart): MissingPart | undefined {
  const field = missingField(part);
  return field && { field, message: MESSAGES[field] };
}

export const isFinished = (part: FilterPart): boolean => missingField(part) === undefined;

/** Whether at least one condition in the groups is finished. */
export const hasFinished = (filters: readonly (Filter | FilterPart)[]): boolean =>
  filters.some((node) => ("children" in node ? hasFinished(node.children) : isFinished(node)));

function missingField(part: FilterPart): MissingPart["field"] | undefined {
  const { on, field, operator, value } = part;
  switch (on) {
    case "isOnline":
      return undefined;
    case "isOnlineInLast":
      if (isBlank(value) || Number.isNaN(Number(value))) return "value";
      return part.timeOperator === undefined ? "timeOperator" : undefined;
    case "previousStep":
      if (isBlank(part.step)) return "step";
      return part.stepType === undefined ? "stepType" : undefined;
    case "webhook":
      if (isBlank(part.webhookUrl)) return "webhookUrl";
      break;
    case "stepResult":
      if (isBlank(part.step)) return "step";
      break;
  }
  if (isBlank(field)) return "field";
  if (operator === undefined) return "operator";
  return hasValue(operator, value) ? undefined : "value";
}

/** Null is a value to compare with; an empty text is an input that was left empty. */
const isBlank = (value: unknown): boolean => value === undefined || (typeof value === "string" && value.trim() === "");

function hasValue(operator: NonNullable<FilterPart["operator"]>, value: unknown): boolean {
  if (operator === "IS_DEFINED") return true;
  if (operator === "BETWEEN" || operator === "NOT_BETWEEN") {
    const bounds: unknown = typeof value === "string" ? value.split(",") : value;
    // One template may render both bounds.
    return Array.isArray(bounds) ? bounds.length > 0 && !bounds.some(isBlank) : !isBlank(value);
  }
  // A blank may be what a text is compared with.
  return value !== undefined && value !== "" && !(Array.isArray(value) && value.length === 0);
}
