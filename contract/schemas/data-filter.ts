import { z } from "zod";
import { parseExactJson } from "../constants/values/exact-json.ts";
import { isJsonObject } from "../constants/values/json-object.ts";

const CONDITIONS_MAX = 100;
const VALUES_MAX = 500;

type Scalar = string | number | bigint | boolean | null;

/** Of each list of `anyOf` the value at `path` is one, or has one as an element. */
interface DataCondition {
  path: readonly string[];
  anyOf: readonly (readonly Scalar[])[];
}
/** All conditions hold. */
export type DataConditions = readonly DataCondition[] | "nothing";

const isScalar = (value: unknown): value is Scalar =>
  value === null || ["string", "boolean", "bigint"].includes(typeof value) || Number.isFinite(value);

const isScalars = (value: unknown): value is Scalar[] => Array.isArray(value) && value.every(isScalar);

const has = (value: object, key: string): boolean => Object.hasOwn(value, key);

/** Keys that no data is searched by, because they mean something else to a program. */
const isUnsafe = (key: string): boolean =>
  key.startsWith("$") || key.startsWith(".") || ["__proto__", "constructor", "prototype"].includes(key);

const WRONG = "must have texts, numbers, booleans or null, lists of them, `or`, `and`, or one object of these";

/** The lists of which the value has to be in each; undefined when there is no such filter. */
function listsOf(value: unknown): Scalar[][] | undefined {
  if (isScalar(value)) return [[value]];
  if (isScalars(value)) return value.length === 0 ? [] : [value];
  if (!isJsonObject(value) || Object.keys(value).length !== 1) return undefined;
  if (isScalars(value.or)) return value.or.length === 0 ? [] : [value.or];
  if (!Array.isArray(value.and)) return undefined;
  const lists: Scalar[][] = [];
  for (const item of value.and) {
    const or: unknown = isJsonObject(item) && Object.keys(item).length === 1 ? item.or : undefined;
    if (!isScalars(or) || or.length === 0) return undefined;
    lists.push(or);
  }
  return lists;
}

/** The conditions of a filter as published clients have it. Undefined when it is wrong. */
function conditionsOf(filter: Record<string, unknown>, parents: readonly string[] = []): DataConditions | undefined {
  const conditions: DataCondition[] = [];
  let isNothing = false;
  for (const [key, value] of Object.entries(filter)) {
    const path = [...parents, key];
    if (isUnsafe(key)) {
      isNothing = true;
    } else if (isJsonObject(value) && !has(value, "or") && !has(value, "and")) {
      const nested = parents.length === 0 ? conditionsOf(value, path) : undefined;
      if (nested === undefined) return undefined;
      if (nested === "nothing") isNothing = true;
      else conditions.push(...nested);
    } else {
      const anyOf = listsOf(value);
      if (!anyOf) return undefined;
      if (anyOf.length > 0) conditions.push({ path, anyOf });
    }
  }
  return isNothing ? "nothing" : conditions;
}

/** A filter by the data of a notification, with what was sent: answers repeat it. */
export const DataFilter = z.unknown().transform((sent, context): { sent: unknown; conditions: DataConditions } => {
  const refuse = (message: string) => {
    context.addIssue({ code: "custom", message });
    return z.NEVER;
  };
  if (!isJsonObject(sent)) return refuse("must be an object");
  const conditions = conditionsOf(sent);
  if (conditions === undefined) return refuse(WRONG);
  if (conditions !== "nothing") {
    const values = conditions.flatMap(({ anyOf }) => anyOf.flat());
    if (conditions.length > CONDITIONS_MAX) return refuse(`must have no more than ${CONDITIONS_MAX} keys`);
    if (values.length > VALUES_MAX) return refuse(`must have no more than ${VALUES_MAX} values`);
  }
  return { sent, conditions };
});

/** The same as JSON text. */
export const DataFilterText = z
  .string({ error: "must be a JSON text" })
  .transform((text, context): unknown => {
    try {
      return parseExactJson(text);
    } catch {
      context.addIssue({ code: "custom", message: "must be a JSON object" });
      return z.NEVER;
    }
  })
  .pipe(DataFilter);
