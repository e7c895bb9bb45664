import type { FilterPart } from "#contract/schemas/conditions.ts";
import type { FieldType } from "./condition-fields.ts";

/** A control for an expected value, with the value as it shows it. */
export type ValueControl =
  | { kind: "none" }
  | { kind: "text"; text: string }
  | { kind: "number"; number: number | null }
  | { kind: "switch"; isOn: boolean }
  | { kind: "date"; moment: string | null }
  | { kind: "tags"; tags: string[] }
  | { kind: "range"; bounds: [unknown, unknown] }
  | { kind: "json" };

/** Returns the control by which a value can be changed without becoming another one before it is. */
export function valueControl({ operator, value }: FilterPart, type: FieldType): ValueControl {
  if (operator === "IS_DEFINED") return { kind: "none" };
  if (operator === "ANY_IN" || operator === "ALL_IN") return listControl(value);
  if (operator === "BETWEEN" || operator === "NOT_BETWEEN") return rangeControl(value);
  return scalarControl(value, type);
}

/** Returns the control of one value. Without a type, the value's own counts. */
export function scalarControl(value: unknown, type: FieldType): ValueControl {
  if (typeof value === "object") return { kind: "json" };
  const isEmpty = value === undefined || value === "";
  if (type === "boolean" || (type === "any" && typeof value === "boolean")) {
    if (isEmpty || value === true || value === false || value === "true" || value === "false")
      return { kind: "switch", isOn: String(value) === "true" };
  }
  if (type === "number" || (type === "any" && typeof value === "number")) {
    if (isEmpty) return { kind: "number", number: null };
    if (PLAIN_NUMBER.test(String(value))) return { kind: "number", number: Number(value) };
  }
  if (type === "date" && (isEmpty || isMoment(value))) return { kind: "date", moment: isEmpty ? null : String(value) };
  return { kind: "text", text: isEmpty ? "" : String(value) };
}

/** Numbers that a field of numbers writes in the same way. */
const PLAIN_NUMBER = /^-?(?:0|[1-9]\d{0,13})(?:\.\d{0,7}[1-9])?$/;

const isMoment = (value: unknown): boolean =>
  typeof value === "string" &&
  /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d)$/.test(value) &&
  !Number.isNaN(Date.parse(value));

export const isTemplate = (value: unknown): boolean => typeof value === "string" && /\{\{|\{%/.test(value);

function listControl(value: unknown): ValueControl {
  if (isTemplate(value)) return { kind: "text", text: String(value) };
  const items = typeof value === "string" ? value.split(",").map((item) => item.trim()) : (value ?? []);
  const list: unknown[] = Array.isArray(items) ? items : [items];
  if (list.some((item) => typeof item === "object")) return { kind: "json" };
  const tags = list.map(String);
  if (tags.length === 1 && tags[0] === "") return { kind: "tags", tags: [] };
  const isWritten = tags.every((tag) => tag !== "" && tag === tag.trim() && !/[,\n]/.test(tag));
  return isWritten && new Set(tags).size === tags.length ? { kind: "tags", tags } : { kind: "json" };
}

/** Returns tags as a list in which those that were there have the type that they had. */
export function listOfTags(tags: readonly string[], before: unknown): unknown[] {
  const items: unknown[] = Array.isArray(before) ? before : typeof before === "object" ? [] : [before];
  return tags.map((tag) => items.find((item) => typeof item !== "string" && String(item) === tag) ?? tag);
}

function rangeControl(value: unknown): ValueControl {
  if (value === undefined || value === "") return { kind: "range", bounds: ["", ""] };
  if (isTemplate(value)) return { kind: "text", text: String(value) };
  const bounds: unknown = typeof value === "string" ? value.split(",").map((bound) => bound.trim()) : value;
  if (!Array.isArray(bounds) || bounds.length !== 2 || bounds.some((bound) => typeof bound === "object")) {
    return { kind: "json" };
  }
  const [low, high]: unknown[] = bounds;
  return { kind: "range", bounds: [low, high] };
}
