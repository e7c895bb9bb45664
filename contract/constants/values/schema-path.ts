import { isJsonObject } from "./json-object.ts";

/*
 * The places that a JSON schema has for what a template reads. Saving, the preview and the editor ask here, so that they refuse the same
 * names; what LiquidJS itself reads of lists, texts and objects is compared with it by test.
 */

/** A JSON schema; `true` leaves everything open. */
export type Schema = unknown;

type Keys = readonly (string | number)[];

interface Reading {
  /** Lists are asked for the fields of their items, too: who loops over `list` reads `list.field`. */
  throughLists?: boolean;
}

type Inner = Reading & { isRoot?: boolean };

const NUMBER = { type: "number" };
const TEXT = { type: "string" };

/**
 * Returns the schema at a path; undefined when there is no such name, true below what is open. An object that lists its properties has no
 * others unless it says so.
 */
export const schemaAt = (schema: Schema, keys: Keys, reading: Reading = {}): Schema | undefined =>
  at(schema, keys, { throughLists: reading.throughLists === true, isRoot: true });

function at(schema: Schema, keys: Keys, reading: Inner): Schema | undefined {
  const [key, ...rest] = keys;
  if (key === undefined) return schema;
  if (!isJsonObject(schema)) return schema === false ? undefined : true;
  const choices = choicesOf(schema);
  if (choices) return firstFound(choices, (choice) => at(choice, keys, reading));
  const inner = { throughLists: reading.throughLists === true };
  return firstFound(kindsOf(schema), (kind) => {
    const next = READERS[kind](schema, key, reading);
    const found = next === undefined ? undefined : at(next, rest, inner);
    return found ?? (kind === "list" && reading.throughLists ? at(itemsOf(schema), keys, inner) : undefined);
  });
}

type Kind = "list" | "text" | "object";
type JsonSchema = Readonly<Record<string, unknown>>;

/** The schema that a value of each kind has under a key; undefined where that is nothing. */
const READERS: Readonly<
  Record<Kind, (schema: JsonSchema, key: string | number, reading: Inner) => Schema | undefined>
> = {
  list: (schema, key) => {
    if (key === "size" || key === "length") return NUMBER;
    // LiquidJS counts from the end for numbers only, not for `["-1"]`.
    const isItem = key === "first" || key === "last" || typeof key === "number" || /^\d+$/.test(key);
    return isItem ? itemsOf(schema) : undefined;
  },
  text: (_schema, key) => {
    if (key === "size" || key === "length") return NUMBER;
    return /^\d+$/.test(String(key)) ? TEXT : undefined;
  },
  object: (schema, key, { isRoot }) => {
    const property = propertyOf(schema, key);
    // The number of its keys. At the top, the engine looks for a variable of this name only.
    return property === undefined && key === "size" && !isRoot ? NUMBER : property;
  },
};

function propertyOf(schema: JsonSchema, key: string | number): Schema | undefined {
  const { properties, additionalProperties, patternProperties } = schema;
  if (isJsonObject(properties) && Object.hasOwn(properties, key)) return properties[key];
  if (patternProperties !== undefined) return true;
  if (additionalProperties !== undefined) return additionalProperties === false ? undefined : additionalProperties;
  // What says nothing about its properties leaves them open.
  return properties === undefined ? true : undefined;
}

/** JSON types of a schema. Primitives have no properties. */
function kindsOf(schema: JsonSchema): Kind[] {
  if (isList(schema) && !hasType(schema, "object") && !hasType(schema, "string")) return ["list"];
  const isUntyped = schema.type === undefined;
  return [
    ...(hasType(schema, "array") ? (["list"] as const) : []),
    ...(hasType(schema, "string") ? (["text"] as const) : []),
    ...(isUntyped || hasType(schema, "object") ? (["object"] as const) : []),
  ];
}

/** Whether it is a list: its items are read in a loop. */
export const isList = (schema: Schema): boolean =>
  isJsonObject(schema) && (hasType(schema, "array") || (schema.type === undefined && schema.items !== undefined));

/** Returns the schema of an item, or of whatever has a computed name. */
export function itemsOf(schema: Schema): Schema {
  if (!isJsonObject(schema)) return true;
  if (isList(schema)) return isJsonObject(schema.items) ? schema.items : schema.items !== false;
  return isJsonObject(schema.additionalProperties) ? schema.additionalProperties : true;
}

const hasType = ({ type }: JsonSchema, name: string): boolean =>
  Array.isArray(type) ? type.includes(name) : type === name;

/** The schemas of which one or all hold, with what stands beside them; undefined for one that has none. */
export function choicesOf(schema: JsonSchema): readonly unknown[] | undefined {
  const { anyOf, oneOf, allOf, then, else: otherwise, if: _condition, ...rest } = schema;
  if (schema.$ref !== undefined) return [true];
  const listed = [anyOf, oneOf, allOf].flatMap((list): unknown[] => (Array.isArray(list) ? list : []));
  const choices = [...listed, ...[then, otherwise].filter((choice) => choice !== undefined)];
  if (choices.length === 0) return undefined;
  const saysMore = rest.properties !== undefined || rest.items !== undefined;
  return saysMore ? [...choices, rest] : choices;
}

function firstFound<T>(choices: readonly T[], find: (choice: T) => Schema | undefined): Schema | undefined {
  for (const choice of choices) {
    const found = find(choice);
    if (found !== undefined) return found;
  }
  return undefined;
}
