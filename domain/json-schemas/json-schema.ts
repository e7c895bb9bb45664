import { parseUrl } from "#contract/constants/values/parse-url.ts";
import { isAllowed } from "../conditions/allowed-values.ts";
import { isDeepEqual } from "../values/deep-equal.ts";
import { type ExactNumber, isNumeric } from "../values/exact-number.ts";
import { isPlainObject, type PlainObject } from "../values/plain-object.ts";
import { countWork, SchemaWorkError } from "./schema-work.ts";

/** A rule that a value breaks of a JSON schema. */
interface SchemaFault {
  /** Dotted path of the value; empty for the whole. */
  path: string;
  message: string;
  /** The keyword that is broken. */
  keyword: string;
}

/** Faults that are named at most. */
const FAULTS_MAX = 20;
/** Values and schemas in each other that are looked at. */
export const SCHEMA_DEPTH_MAX = 50;
/** Comparisons that take as long as writing a message, which alternatives do for nothing. */
const FAULT_WORK = 8;
/** Characters of a path that are named, values of an `enum`, and characters of a value. */
const SCHEMA_PATH_MAX = 1_000;
const NAMED_VALUES_MAX = 10;
const NAMED_LENGTH_MAX = 100;
/** Longest address that is looked at, in characters. */
const URI_MAX = 8_192;

/** Keywords whose evaluation is not bounded, or that need other documents: a schema that is to refuse events has none of them. */
const REFUSED = ["pattern", "patternProperties", "$ref", "$dynamicRef"] as const;

/** The keywords of a schema with which payloads cannot be checked, by the path of their place. */
export function uncheckableKeywords(schema: unknown, path = "", depth = 0): string[] {
  if (depth > SCHEMA_DEPTH_MAX) return [`${path} is nested too deeply`];
  if (Array.isArray(schema)) {
    return schema.flatMap((item, index) => uncheckableKeywords(item, `${path}.${index}`, depth + 1));
  }
  if (!isPlainObject(schema)) return [];
  return Object.entries(schema).flatMap(([key, value]) => {
    const place = path === "" ? key : `${path}.${key}`;
    const isKeyword = !path.endsWith("properties");
    if (isKeyword && REFUSED.some((refused) => refused === key)) return [place];
    return ["enum", "const", "default", "examples"].includes(key) && isKeyword
      ? []
      : uncheckableKeywords(value, place, depth + 1);
  });
}

/**
 * Returns what the value breaks of the schema, the outermost first. Keywords that are not known do not count. Written here and not by
 * a package, because customers write the schema and their customers the value: docs/decisions/045-libraries.md. Its time is bounded:
 * a value that would take more breaks the schema as a whole.
 */
export function schemaFaults(schema: unknown, value: unknown): SchemaFault[] {
  try {
    const faults = faultsOf(schema, value, { path: "", depth: 0, spend: countWork() });
    return faults.slice(0, FAULTS_MAX).map((fault) => ({ ...fault, path: fault.path.slice(0, SCHEMA_PATH_MAX) }));
  } catch (error) {
    if (!(error instanceof SchemaWorkError)) throw error;
    return [{ path: "", keyword: "schema", message: error.message }];
  }
}

function faultsOf(schema: unknown, value: unknown, at: Position): SchemaFault[] {
  const { path, depth, spend } = at;
  spend(1);
  if (schema === false) return [{ path, keyword: "false", message: "must not be given" }];
  if (!isPlainObject(schema) || depth > SCHEMA_DEPTH_MAX) return [];
  const faults: SchemaFault[] = [];
  const add: AddFault = (keyword, message) => {
    spend(FAULT_WORK);
    faults.push({ path, keyword, message });
  };
  if (!isOfKind(schema, value, { add, spend })) return faults;
  if (typeof value === "string") checkText(schema, value, add);
  else if (isNumeric(value)) checkNumber(schema, value, add);
  else if (Array.isArray(value)) checkList(schema, value, { ...at, faults, add });
  else if (isPlainObject(value)) checkObject(schema, value, { ...at, faults });
  checkCombinations(schema, value, { ...at, faults, add });
  return faults;
}

type AddFault = (keyword: string, message: string) => void;

/** A place in the value. */
interface Position {
  path: string;
  depth: number;
  /** Counts the work of the whole check. */
  spend: (amount: number) => void;
}

/** A place, and the faults that were found there. */
interface Place extends Position {
  faults: SchemaFault[];
  add: AddFault;
}

/** Whether `type`, `enum` and `const` allow the value; no other keyword counts where they do not. */
function isOfKind(schema: PlainObject, value: unknown, { add, spend }: Pick<Place, "add" | "spend">): boolean {
  const types = typesOf(schema.type);
  spend(types.length);
  if (types.length > 0 && !types.some((type) => isOfType(value, type))) {
    add("type", `must be ${types.slice(0, NAMED_VALUES_MAX).join(" or ").slice(0, NAMED_LENGTH_MAX)}`);
    return false;
  }
  if (Array.isArray(schema.enum) && !isAllowed(schema.enum, value, spend)) {
    add("enum", `must be one of ${namesOf(schema.enum)}`);
    return false;
  }
  if ("const" in schema && typeof value === "object" && value !== null) spend(Object.keys(value).length);
  if ("const" in schema && !isDeepEqual(schema.const, value)) {
    add("const", `must be ${nameOf(schema.const)}`);
    return false;
  }
  return true;
}

function nameOf(value: unknown): string {
  const name = JSON.stringify(value) ?? "";
  return name.length > NAMED_LENGTH_MAX ? `${name.slice(0, NAMED_LENGTH_MAX)}…` : name;
}

function namesOf(values: readonly unknown[]): string {
  const names = values.slice(0, NAMED_VALUES_MAX).map(nameOf).join(", ");
  const others = values.length - NAMED_VALUES_MAX;
  return others > 0 ? `${names} and ${others} more` : names;
}

function typesOf(type: unknown): string[] {
  if (typeof type === "string") return [type];
  return Array.isArray(type) ? type.filter((name) => typeof name === "string") : [];
}

function isOfType(value: unknown, type: string): boolean {
  switch (type) {
    case "null":
      return value === null;
    case "array":
      return Array.isArray(value);
    case "object":
      return isPlainObject(value);
    case "integer":
      return typeof value === "bigint" || Number.isInteger(value);
    case "number":
      return isNumeric(value);
    default:
      return typeof value === type;
  }
}

const FORMATS: Readonly<Record<string, (text: string) => boolean>> = {
  email: (text) => text.length <= 320 && /^[^\s@]+@[^\s@]+$/.test(text),
  "date-time": (text) =>
    text.length <= 64 && /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/i.test(text) && !Number.isNaN(Date.parse(text)),
  date: (text) => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)),
  uri: (text) => text.length <= URI_MAX && parseUrl(text) !== undefined,
  uuid: (text) => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text),
};

function checkText({ minLength, maxLength, format }: PlainObject, text: string, add: AddFault): void {
  if (typeof minLength === "number" && text.length < minLength) {
    add("minLength", `must be at least ${minLength} characters`);
  }
  if (typeof maxLength === "number" && text.length > maxLength) {
    add("maxLength", `must be at most ${maxLength} characters`);
  }
  const matches = typeof format === "string" && Object.hasOwn(FORMATS, format) ? FORMATS[format] : undefined;
  if (matches && !matches(text)) add("format", `must be of the format ${String(format)}`);
}

function checkNumber(schema: PlainObject, value: ExactNumber, add: AddFault): void {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema;
  if (isNumeric(minimum) && value < minimum) add("minimum", `must be ${minimum} or more`);
  if (isNumeric(maximum) && value > maximum) add("maximum", `must be ${maximum} or less`);
  if (isNumeric(exclusiveMinimum) && value <= exclusiveMinimum) {
    add("exclusiveMinimum", `must be more than ${exclusiveMinimum}`);
  }
  if (isNumeric(exclusiveMaximum) && value >= exclusiveMaximum) {
    add("exclusiveMaximum", `must be less than ${exclusiveMaximum}`);
  }
}

function checkList(schema: PlainObject, list: readonly unknown[], { path, depth, faults, add, spend }: Place): void {
  const { minItems, maxItems, items } = schema;
  if (typeof minItems === "number" && list.length < minItems) add("minItems", `must have at least ${minItems} items`);
  if (typeof maxItems === "number" && list.length > maxItems) add("maxItems", `must have at most ${maxItems} items`);
  if (items === undefined || Array.isArray(items)) return;
  for (const [index, item] of list.entries()) {
    if (faults.length > FAULTS_MAX) break;
    faults.push(...faultsOf(items, item, { path: join(path, String(index)), depth: depth + 1, spend }));
  }
}

function checkObject(
  schema: PlainObject,
  object: PlainObject,
  { path, depth, faults, spend }: Omit<Place, "add">,
): void {
  const { required, additionalProperties } = schema;
  const properties = isPlainObject(schema.properties) ? schema.properties : {};
  const needed = Array.isArray(required) ? required.filter((key): key is string => typeof key === "string") : [];
  spend(needed.length + Object.keys(object).length);
  for (const key of needed) {
    if (faults.length > FAULTS_MAX) break;
    if (!Object.hasOwn(object, key)) {
      faults.push({ path: join(path, key), keyword: "required", message: "is required" });
    }
  }
  for (const [key, value] of Object.entries(object)) {
    if (faults.length > FAULTS_MAX) break;
    const at = { path: join(path, key), depth: depth + 1, spend };
    if (Object.hasOwn(properties, key)) faults.push(...faultsOf(properties[key], value, at));
    else if (additionalProperties === false) {
      faults.push({
        path: join(path, key),
        keyword: "additionalProperties",
        message: "is not a property of the schema",
      });
    } else faults.push(...faultsOf(additionalProperties, value, at));
  }
}

function checkCombinations(schema: PlainObject, value: unknown, { path, depth, faults, add, spend }: Place): void {
  const { allOf, anyOf, oneOf } = schema;
  const at = { path, depth: depth + 1, spend };
  const fits = (one: unknown) => faultsOf(one, value, at).length === 0;
  for (const one of Array.isArray(allOf) ? allOf : []) {
    if (faults.length > FAULTS_MAX) break;
    faults.push(...faultsOf(one, value, at));
  }
  if (Array.isArray(anyOf) && !anyOf.some(fits)) add("anyOf", "must fit one of the schemas of anyOf");
  if (Array.isArray(oneOf) && oneOf.filter(fits).length !== 1) {
    add("oneOf", "must fit exactly one of the schemas of oneOf");
  }
  if ("not" in schema && fits(schema.not)) add("not", "must not fit the schema of not");
}

const join = (path: string, key: string): string => (path === "" ? key : `${path}.${key}`);
