import { isJsonObject } from "#contract/constants/json-object.ts";

/** A JSON schema; `true` leaves everything open. */
export type Schema = unknown;

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

/** Returns the schema of an item, or of whatever has a computed name. */
export function itemsOf(schema: Schema): Schema {
  if (!isJsonObject(schema)) return true;
  if (isList(schema)) return schema.items ?? true;
  return isJsonObject(schema.additionalProperties) ? schema.additionalProperties : true;
}

/**
 * Returns the schema at a path; undefined when there is no such name, true below what is open. As in the checks of the
 * API, an object that lists its properties has no others unless it says so.
 */
export function schemaAt(schema: Schema, keys: readonly (string | number)[]): Schema | undefined {
  const [key, ...rest] = keys;
  if (key === undefined) return schema;
  if (!isJsonObject(schema)) return schema === false ? undefined : true;
  const choices = choicesOf(schema);
  if (choices) return firstOf(choices, keys);
  if (isList(schema)) return schemaInList(schema, key, rest);
  if (key === "size" && isText(schema)) return schemaAt({ type: "number" }, rest);
  const { properties, additionalProperties } = schema;
  const own = isJsonObject(properties) && Object.hasOwn(properties, key) ? properties[key] : undefined;
  if (own !== undefined) return schemaAt(own, rest);
  if (additionalProperties === false) return undefined;
  if (additionalProperties !== undefined) return schemaAt(additionalProperties, rest);
  // What says nothing about its properties leaves them open, apart from texts and numbers.
  const isOpen = properties === undefined && (schema.type === undefined || hasType(schema, "object"));
  return isOpen ? true : undefined;
}

/** Whether it is a list and nothing else: its items are read in a loop. */
export const isList = (schema: Schema): boolean =>
  isJsonObject(schema) && (hasType(schema, "array") || (schema.type === undefined && schema.items !== undefined));

function schemaInList(list: Schema, key: string | number, rest: readonly (string | number)[]): Schema | undefined {
  if (key === "size") return schemaAt({ type: "number" }, rest);
  const isItem = key === "first" || key === "last" || /^-?\d+$/.test(String(key));
  return isItem ? schemaAt(itemsOf(list), rest) : undefined;
}

const isText = (schema: Readonly<Record<string, unknown>>): boolean => hasType(schema, "string");

const hasType = ({ type }: Readonly<Record<string, unknown>>, name: string): boolean =>
  Array.isArray(type) ? type.includes(name) : type === name;

/** The schemas of which one or all hold, with what stands beside them; undefined for one that has none. */
function choicesOf(schema: Readonly<Record<string, unknown>>): readonly unknown[] | undefined {
  const { anyOf, oneOf, allOf, ...rest } = schema;
  const choices = [anyOf, oneOf, allOf].flatMap((list): unknown[] => (Array.isArray(list) ? list : []));
  if (schema.$ref !== undefined) return [true];
  if (choices.length === 0) return undefined;
  return rest.properties === undefined ? choices : [...choices, rest];
}

function firstOf(choices: readonly unknown[], keys: readonly (string | number)[]): Schema | undefined {
  for (const choice of choices) {
    const found = schemaAt(choice, keys);
    if (found !== undefined) return found;
  }
  return undefined;
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
