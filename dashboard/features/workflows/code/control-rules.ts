import { isJsonObject } from "#contract/constants/values/json-object.ts";
import type { ControlKind, Schema } from "./control-kind.ts";

const FORMATS: Readonly<Partial<Record<string, string>>> = {
  email: "An email address",
  uri: "An address, such as https://example.com",
  url: "An address, such as https://example.com",
  date: "A date, such as 2026-03-01",
  time: "A time, such as 09:30:00Z",
  "date-time": "A date with its time, such as 2026-03-01T09:30:00Z",
  uuid: "A UUID",
};

const NOUNS: Readonly<Partial<Record<string, string>>> = {
  string: "texts",
  number: "numbers",
  integer: "whole numbers",
  boolean: "true or false",
  object: "objects",
};

/** Says in phrases what the value of a schema must be, as far as the field does not show it. */
export function rulesOf(schema: Schema, kind: ControlKind): string[] {
  const { type, format, minLength, maxLength, minimum, maximum } = schema;
  if (kind === "choice") return [];
  if (kind === "json") return shapeOf(schema);
  if (kind === "number")
    return [type === "integer" ? "A whole number" : "A number", range(minimum, maximum, "")].filter(isSaid);
  return [typeof format === "string" ? (FORMATS[format] ?? "") : "", range(minLength, maxLength, " characters")].filter(
    isSaid,
  );
}

const isSaid = (text: string): boolean => text !== "";

function range(least: unknown, most: unknown, unit: string): string {
  if (typeof least === "number" && typeof most === "number") return `From ${least} to ${most}${unit}`;
  if (typeof least === "number") return `At least ${least}${unit}`;
  return typeof most === "number" ? `At most ${most}${unit}` : "";
}

function shapeOf({ type, properties, items }: Schema): string[] {
  if (isJsonObject(properties)) return [`JSON: an object with ${Object.keys(properties).join(", ")}`];
  if (type === "object") return ["JSON: an object"];
  if (type !== "array") return ["JSON"];
  const item = isJsonObject(items) ? items : {};
  if (isJsonObject(item.properties)) return [`JSON: a list of objects with ${Object.keys(item.properties).join(", ")}`];
  const noun = typeof item.type === "string" ? NOUNS[item.type] : undefined;
  return [noun === undefined ? "JSON: a list" : `JSON: a list of ${noun}`];
}
