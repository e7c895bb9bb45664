import type { FilterOperator } from "#contract/constants/conditions.ts";
import type { FilterPart } from "#contract/schemas/conditions.ts";

type On = FilterPart["on"];

/** Conditions that compare no variable, by the text that stands for each in the field control. */
export const SPECIAL_FIELDS = [
  { text: "Online now", on: "isOnline", description: "Whether the subscriber has an inbox open" },
  { text: "Online in the last", on: "isOnlineInLast", description: "Minutes, hours or days" },
  { text: "Message of an earlier step", on: "previousStep", description: "Whether it is read or seen" },
  { text: "Answer of a webhook", on: "webhook", description: "Calls your own server" },
] as const satisfies readonly { text: string; on: On; description: string }[];

export type SpecialField = (typeof SPECIAL_FIELDS)[number];
type SpecialOn = SpecialField["on"];

/** The fields that are typed where conditions are edited. */
export interface FieldScope {
  /** The one that a bare name is in. */
  root: "payload" | "tenant";
  /** Conditions that compare no variable, where there are any. */
  specialFields: readonly SpecialField[];
}

const BEGINNINGS: Record<SpecialOn, FilterPart> = {
  isOnline: { on: "isOnline", value: true },
  isOnlineInLast: { on: "isOnlineInLast", value: 5, timeOperator: "minutes" },
  previousStep: { on: "previousStep", stepType: "read" },
  webhook: { on: "webhook", webhookUrl: "", field: "", operator: "EQUAL", value: "" },
};

/** Whether a condition has a form of its own. */
export const isSpecial = ({ on }: FilterPart): boolean => SPECIAL_FIELDS.some((special) => special.on === on);

/** Returns a condition's field as it is shown and typed; empty for one that is not chosen yet. */
export function fieldText({ on, field, step }: FilterPart): string {
  const special = SPECIAL_FIELDS.find((one) => one.on === on);
  if (special) return special.text;
  if (on === "stepResult") return ["steps", step, field].filter(Boolean).join(".");
  return field ? `${on}.${field}` : on === "payload" ? "" : `${on}.`;
}

const ROOTS = ["payload", "subscriber", "tenant", "context", "env"] as const satisfies readonly On[];

/** Returns the field that a path such as `subscriber.data.plan` is, as conditions have it; undefined for what begins otherwise. */
export function rootedField(path: string): { on: (typeof ROOTS)[number]; field: string } | undefined {
  const on = ROOTS.find((root) => path.startsWith(`${root}.`));
  return on && { on, field: path.slice(on.length + 1) };
}

const RESULT = /^steps\.([^.]+)(?:\.(.*))?$/s;

/** Returns the condition for a field that was typed. What the condition has besides stays, where it is of the same kind. */
export function withField(part: FilterPart, typed: string, { specialFields, root }: FieldScope): FilterPart {
  const text = typed.replace(/^\s*\{\{|\}\}\s*$/g, "").trim();
  const special = specialFields.find((one) => one.text === text);
  if (special) return special.on === part.on ? part : BEGINNINGS[special.on];
  const compared = comparedField(text, root);
  if (isSpecial(part)) return { operator: "EQUAL", value: "", ...compared };
  const { step: _step, ...others } = part;
  return { ...others, ...compared };
}

function comparedField(text: string, bare: FieldScope["root"]): Pick<FilterPart, "on" | "field" | "step"> {
  const rooted = rootedField(text);
  if (rooted) return rooted;
  const [, step, result = ""] = RESULT.exec(text) ?? [];
  return step === undefined ? { on: bare, field: text } : { on: "stepResult", step, field: result };
}

/** The type of a field, as far as it is known. */
export type FieldType = "text" | "number" | "boolean" | "date" | "list" | "any";

/** Those of values that have an order. */
const ORDERED = ["LARGER", "LARGER_EQUAL", "SMALLER", "SMALLER_EQUAL", "BETWEEN", "NOT_BETWEEN"] as const;

const OPERATORS: Readonly<Record<FieldType, readonly FilterOperator[]>> = {
  text: ["EQUAL", "NOT_EQUAL", "ANY_IN", "IN", "NOT_IN", "LIKE", "NOT_LIKE", "IS_DEFINED"],
  number: ["EQUAL", "NOT_EQUAL", ...ORDERED, "ANY_IN", "IS_DEFINED"],
  boolean: ["EQUAL", "NOT_EQUAL", "IS_DEFINED"],
  date: [...ORDERED, "EQUAL", "NOT_EQUAL", "IS_DEFINED"],
  list: ["ANY_IN", "ALL_IN", "IN", "NOT_IN", "IS_DEFINED"],
  any: ["EQUAL", "NOT_EQUAL", ...ORDERED, "ANY_IN", "ALL_IN", "IN", "NOT_IN", "LIKE", "NOT_LIKE", "IS_DEFINED"],
};

export const operatorsOf = (type: FieldType): readonly FilterOperator[] => OPERATORS[type];

/** Returns the condition with an operator that its field has, and the value that a switch shows, once the field is known. */
export function withFittingOperator(part: FilterPart, type: FieldType): FilterPart {
  const known = operatorsOf(type);
  const fitting = type === "boolean" && part.value === "" ? { ...part, value: false } : part;
  return fitting.operator === undefined || known.includes(fitting.operator)
    ? fitting
    : { ...fitting, operator: known[0] };
}
