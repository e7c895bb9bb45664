import { isJsonObject } from "#contract/constants/values/json-object.ts";
import { type Schema, schemaAt } from "#contract/constants/values/schema-path.ts";
import { similarName } from "../code/similar-name.ts";
import { type Variable, variablesOf } from "../code/variable-schema.ts";
import type { FieldType } from "./condition-fields.ts";

/** A field that conditions can compare. */
export interface KnownField {
  /** As it is typed: `payload.total`. */
  text: string;
  type: FieldType;
  description: string;
}

/** The schemas of what there is: of the workflow, then of what has been seen. */
export type Schemas = readonly Schema[];

const DEPTH_MAX = 5;
/** Fields that are offered. */
const FIELDS_MAX = 300;
const ISO_MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;

/** Returns the fields of some schemas, each once and with the first type that is known, those of the first schema first. */
export function knownFields(schemas: Schemas): KnownField[] {
  const found = new Map<string, KnownField>();
  for (const [index, schema] of schemas.entries()) {
    for (const field of fieldsOf(schema, [], index > 0)) {
      const before = found.get(field.text);
      if (before ? before.type === "any" && field.type !== "any" : found.size < FIELDS_MAX)
        found.set(field.text, field);
    }
  }
  return [...found.values()];
}

function fieldsOf(schema: Schema, keys: readonly string[], isSeen: boolean): KnownField[] {
  if (keys.length > DEPTH_MAX) return [];
  return variablesOf(schemaAt(schema, keys)).flatMap((variable) => {
    const path = [...keys, variable.name];
    // What has a dot in its own name cannot be named by a path.
    if (variable.name.includes(".")) return [];
    const below = fieldsOf(schema, path, isSeen);
    // A root holds fields, and is none itself.
    if (below.length > 0 || path.length === 1) return below;
    const type = typeOf(variable, schemaAt(schema, path));
    return [{ text: path.join("."), type, description: describe(variable, isSeen) }];
  });
}

const TYPES: Readonly<Record<string, FieldType>> = {
  text: "text",
  number: "number",
  "true or false": "boolean",
  list: "list",
  date: "date",
};

function typeOf({ type, sample }: Pick<Variable, "type" | "sample">, schema: Schema): FieldType {
  // The API only knows by its use in a template that there is such a variable, and calls it a text.
  if (isJsonObject(schema) && typeof schema.default === "string" && schema.default.startsWith("{{")) return "any";
  const known = TYPES[type] ?? "any";
  return known === "text" && sample !== undefined && ISO_MOMENT.test(sample) ? "date" : known;
}

const describe = ({ type, description, sample }: Variable, isSeen: boolean): string =>
  [isSeen ? `${type}, seen in events` : type, description ?? (sample === undefined ? undefined : `such as ${sample}`)]
    .filter(Boolean)
    .join(" · ");

/** Says about a field that nobody knows what was probably meant; undefined for one that is known or may well be. */
export function unknownField(
  text: string,
  schemas: Schemas,
  fields: readonly KnownField[],
): { meant: string | undefined } | undefined {
  const keys = text.split(".");
  if (keys.length < 2 || keys.includes("")) return undefined;
  const places = schemas.map((schema) => schemaAt(schema, keys));
  if (places.some((place) => place !== undefined && place !== true)) return undefined;
  const meant = similarName(
    text,
    fields.map((field) => field.text),
  );
  // What is open may have any name.
  return places.includes(true) && meant === undefined ? undefined : { meant };
}
