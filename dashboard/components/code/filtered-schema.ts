import { type Token, TypeGuards, Value, type ValueToken } from "liquidjs";
import { itemsOf, type Schema, schemaAt } from "#contract/constants/values/schema-path.ts";
import { readPath } from "./liquid-path.ts";

type Argument = string | number | undefined;
type Result = (schema: Schema, argument: Argument) => Schema;

const TEXT = { type: "string" };
const NUMBER = { type: "number" };
const listOf = (items: Schema): Schema => ({ type: "array", items });

const same: Result = (schema) => schema;
const item: Result = (schema) => itemsOf(schema);
const number: Result = () => NUMBER;
/** LiquidJS's groups, and those of the product's `groupBy`. */
const groups =
  (name: "name" | "key"): Result =>
  (schema) =>
    listOf({ type: "object", properties: { [name]: TEXT, items: listOf(itemsOf(schema)) } });

const at: Result = (schema, key) => (key === undefined ? true : (schemaAt(schema, [key]) ?? true));
const property: Result = (schema, key) => listOf(at(itemsOf(schema), key));

/** Results of filters. One that is not here gives a text, or what no schema tells. */
const RESULTS: Readonly<Record<string, Result>> = {
  first: item,
  last: item,
  find: item,
  find_exp: item,
  sample: (schema, count) => (count === undefined ? itemsOf(schema) : schema),
  sort: same,
  sort_natural: same,
  sortBy: same,
  where: same,
  where_exp: same,
  reject: same,
  reject_exp: same,
  reverse: same,
  uniq: same,
  compact: same,
  concat: same,
  push: same,
  pop: same,
  unshift: same,
  shift: same,
  slice: same,
  default: same,
  unique: (schema, key) => (key === undefined ? schema : property(schema, key)),
  map: property,
  lookup: at,
  groupBy: groups("key"),
  group_by: groups("name"),
  group_by_exp: groups("name"),
  split: () => listOf(TEXT),
  size: number,
  sum: number,
  find_index: number,
  find_index_exp: number,
};

/** Returns the schema of a value after its filters, given that of a path; true for what is unknown or computed. */
export function schemaOfValue(value: Value | ValueToken | undefined, schemaOf: (path: Token) => Schema): Schema {
  if (!(value instanceof Value)) return true;
  const [token, ...more] = value.initial.postfix;
  if (!token || more.length > 0) return true;
  return value.filters.reduce<Schema>((schema, { name, args }) => {
    const [first] = args;
    return RESULTS[name]?.(schema, first && !Array.isArray(first) ? literalOf(first) : undefined) ?? true;
  }, schemaOf(token));
}

/** Returns the schema of a path; true for what is unknown or computed. */
export function schemaOfPath(token: Token, schema: Schema): Schema {
  const { steps, isComputed } = readPath(token);
  const keys = steps.map(({ key }) => key);
  return isComputed || keys.length === 0 ? true : (schemaAt(schema, keys) ?? true);
}

function literalOf(token: Token): Argument {
  return TypeGuards.isQuotedToken(token) || TypeGuards.isNumberToken(token) ? token.content : undefined;
}
