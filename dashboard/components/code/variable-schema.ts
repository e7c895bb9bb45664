import { isJsonObject } from "#contract/constants/values/json-object.ts";
import { choicesOf, type Schema } from "#contract/constants/values/schema-path.ts";

/** A name that a schema has. */
export interface Variable {
  name: string;
  /** In words, such as "text" or "list". */
  type: string;
  description?: string;
  /** A value that it could have, as it is printed. */
  sample?: string;
  /** Whether names follow after a dot. */
  hasNames: boolean;
}

const TYPES: Readonly<Record<string, string>> = {
  string: "text",
  number: "number",
  integer: "number",
  boolean: "true or false",
  array: "list",
  object: "object",
};

const LONGEST_SAMPLE = 60;

/** Returns the names that follow a dot, one level deep, in the order of the schema. None for what is open or no object. */
export function variablesOf(schema: Schema): Variable[] {
  return Object.entries(propertiesOf(schema)).map(([name, property]) => {
    const description = isJsonObject(property) ? property.description : undefined;
    const sample = sampleOf(property);
    return {
      name,
      type: typeOf(property),
      ...(typeof description === "string" && description !== "" && { description }),
      ...(sample !== undefined && { sample }),
      hasNames: Object.keys(propertiesOf(property)).length > 0,
    };
  });
}

function propertiesOf(schema: Schema): Record<string, unknown> {
  if (!isJsonObject(schema)) return {};
  const choices = choicesOf(schema);
  if (choices) return Object.assign({}, ...choices.map(propertiesOf));
  return isJsonObject(schema.properties) ? schema.properties : {};
}

function typeOf(schema: Schema): string {
  if (!isJsonObject(schema)) return "any";
  if (schema.format === "date-time" || schema.format === "date") return "date";
  const types: readonly unknown[] = Array.isArray(schema.type) ? schema.type : [schema.type];
  const words = types.flatMap((type) => (typeof type === "string" && TYPES[type] ? [TYPES[type]] : []));
  if (words.length > 0) return words.join(" or ");
  return Object.keys(propertiesOf(schema)).length > 0 ? "object" : "any";
}

/** Of a default that is the name itself, as the API gives it to variables that it only knows by their use, there is no sample. */
function sampleOf(schema: Schema): string | undefined {
  if (!isJsonObject(schema)) return undefined;
  const { examples, example, const: only, enum: values } = schema;
  const found = [
    Array.isArray(examples) ? examples[0] : undefined,
    example,
    only,
    schema.default,
    Array.isArray(values) ? values[0] : undefined,
  ].find((value) => value !== undefined && value !== null);
  if (found === undefined || (typeof found === "string" && /^\{\{.*\}\}$/.test(found))) return undefined;
  const text = typeof found === "string" ? found : JSON.stringify(found);
  return text.length > LONGEST_SAMPLE ? `${text.slice(0, LONGEST_SAMPLE - 1)}…` : text;
}
