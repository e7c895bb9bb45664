import { PAYLOAD_MAX_BYTES } from "#contract/constants/limits.ts";
import { isDeepEqual } from "./deep-equal.ts";
import { DomainError } from "./errors.ts";
import { isPlainObject, type PlainObject } from "./plain-object.ts";

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
const DEPTH_MAX = 50;

/** Keywords whose evaluation is not bounded, or that need other documents: a schema that is to refuse events has none of them. */
const REFUSED = ["pattern", "patternProperties", "$ref", "$dynamicRef"] as const;

/** The keywords of a schema with which payloads cannot be checked, by the path of their place. */
export function uncheckableKeywords(schema: unknown, path = "", depth = 0): string[] {
  if (depth > DEPTH_MAX) return [`${path} is nested too deeply`];
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
 * a package, because customers write the schema and their customers the value: docs/decisions/045-libraries.md.
 */
export function schemaFaults(schema: unknown, value: unknown): SchemaFault[] {
  return faultsOf(schema, value, "", 0).slice(0, FAULTS_MAX);
}

/**
 * Returns the value with the `default` of each property that it lacks; the value itself stays as it is, and null is a value. Defaults
 * count in `properties`, `items`, `additionalProperties` and `allOf`: of alternatives it is not known which one is meant. Throws
 * `payload_too_large` when the defaults alone are more than a payload may be.
 */
export function withSchemaDefaults(schema: unknown, value: unknown): unknown {
  let length = 0;
  const add = (given: unknown): unknown => {
    length += JSON.stringify(given).length;
    if (length <= PAYLOAD_MAX_BYTES) return given;
    throw new DomainError(
      "payload_too_large",
      `payload is more than ${PAYLOAD_MAX_BYTES} bytes of JSON with the defaults of its schema: send less, or a link to it`,
    );
  };
  const fill = (some: unknown, filled: unknown, depth: number): unknown => {
    if (!isPlainObject(some) || depth > DEPTH_MAX) return filled;
    const all: unknown[] = Array.isArray(some.allOf) ? some.allOf : [];
    return all.reduce((before, one) => fill(one, before, depth + 1), fillOwn(some, filled, depth));
  };
  const fillOwn = (
    { properties, items, additionalProperties }: PlainObject,
    filled: unknown,
    depth: number,
  ): unknown => {
    if (Array.isArray(filled))
      return isPlainObject(items) ? filled.map((item) => fill(items, item, depth + 1)) : filled;
    if (!isPlainObject(filled)) return filled;
    const known = isPlainObject(properties) ? properties : {};
    const missing = Object.entries(known).flatMap(([key, property]): [string, unknown][] =>
      isPlainObject(property) && property.default !== undefined && ownValue(filled, key) === undefined
        ? [[key, add(property.default)]]
        : [],
    );
    return Object.fromEntries(
      [...Object.entries(filled), ...missing].map(([key, one]) => [
        key,
        fill(Object.hasOwn(known, key) ? known[key] : additionalProperties, one, depth + 1),
      ]),
    );
  };
  return fill(schema, value, 0);
}

const ownValue = (object: PlainObject, key: string): unknown => (Object.hasOwn(object, key) ? object[key] : undefined);

function faultsOf(schema: unknown, value: unknown, path: string, depth: number): SchemaFault[] {
  if (schema === false) return [{ path, keyword: "false", message: "must not be given" }];
  if (!isPlainObject(schema) || depth > DEPTH_MAX) return [];
  const faults: SchemaFault[] = [];
  const add: AddFault = (keyword, message) => faults.push({ path, keyword, message });
  if (!isOfKind(schema, value, add)) return faults;
  if (typeof value === "string") checkText(schema, value, add);
  else if (typeof value === "number") checkNumber(schema, value, add);
  else if (Array.isArray(value)) checkList(schema, value, { path, depth, faults, add });
  else if (isPlainObject(value)) checkObject(schema, value, { path, depth, faults });
  checkCombinations(schema, value, { path, depth, faults, add });
  return faults;
}

type AddFault = (keyword: string, message: string) => void;

/** A place in the value, and the faults that were found there. */
interface Place {
  path: string;
  depth: number;
  faults: SchemaFault[];
  add: AddFault;
}

/** Whether `type`, `enum` and `const` allow the value; no other keyword counts where they do not. */
function isOfKind(schema: PlainObject, value: unknown, add: AddFault): boolean {
  const types = typesOf(schema.type);
  if (types.length > 0 && !types.some((type) => isOfType(value, type))) {
    add("type", `must be ${types.join(" or ")}`);
    return false;
  }
  if (Array.isArray(schema.enum) && !schema.enum.some((allowed) => isDeepEqual(allowed, value))) {
    add("enum", `must be one of ${schema.enum.map((one) => JSON.stringify(one)).join(", ")}`);
    return false;
  }
  if ("const" in schema && !isDeepEqual(schema.const, value)) {
    add("const", `must be ${JSON.stringify(schema.const)}`);
    return false;
  }
  return true;
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
      return Number.isInteger(value);
    default:
      return typeof value === type;
  }
}

const FORMATS: Readonly<Record<string, (text: string) => boolean>> = {
  email: (text) => text.length <= 320 && /^[^\s@]+@[^\s@]+$/.test(text),
  "date-time": (text) =>
    text.length <= 64 && /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/i.test(text) && !Number.isNaN(Date.parse(text)),
  date: (text) => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)),
  uri: (text) => URL.canParse(text),
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

function checkNumber(schema: PlainObject, value: number, add: AddFault): void {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema;
  if (typeof minimum === "number" && value < minimum) add("minimum", `must be ${minimum} or more`);
  if (typeof maximum === "number" && value > maximum) add("maximum", `must be ${maximum} or less`);
  if (typeof exclusiveMinimum === "number" && value <= exclusiveMinimum) {
    add("exclusiveMinimum", `must be more than ${exclusiveMinimum}`);
  }
  if (typeof exclusiveMaximum === "number" && value >= exclusiveMaximum) {
    add("exclusiveMaximum", `must be less than ${exclusiveMaximum}`);
  }
}

function checkList(schema: PlainObject, list: readonly unknown[], { path, depth, faults, add }: Place): void {
  const { minItems, maxItems, items } = schema;
  if (typeof minItems === "number" && list.length < minItems) add("minItems", `must have at least ${minItems} items`);
  if (typeof maxItems === "number" && list.length > maxItems) add("maxItems", `must have at most ${maxItems} items`);
  if (items === undefined || Array.isArray(items)) return;
  for (const [index, item] of list.entries()) {
    if (faults.length > FAULTS_MAX) break;
    faults.push(...faultsOf(items, item, join(path, String(index)), depth + 1));
  }
}

function checkObject(schema: PlainObject, object: PlainObject, { path, depth, faults }: Omit<Place, "add">): void {
  const { required, additionalProperties } = schema;
  const properties = isPlainObject(schema.properties) ? schema.properties : {};
  const needed = Array.isArray(required) ? required.filter((key): key is string => typeof key === "string") : [];
  for (const key of needed) {
    if (faults.length > FAULTS_MAX) break;
    if (!Object.hasOwn(object, key)) {
      faults.push({ path: join(path, key), keyword: "required", message: "is required" });
    }
  }
  for (const [key, value] of Object.entries(object)) {
    if (faults.length > FAULTS_MAX) break;
    if (Object.hasOwn(properties, key)) faults.push(...faultsOf(properties[key], value, join(path, key), depth + 1));
    else if (additionalProperties === false) {
      faults.push({
        path: join(path, key),
        keyword: "additionalProperties",
        message: "is not a property of the schema",
      });
    } else faults.push(...faultsOf(additionalProperties, value, join(path, key), depth + 1));
  }
}

function checkCombinations(schema: PlainObject, value: unknown, { path, depth, faults, add }: Place): void {
  const { allOf, anyOf, oneOf } = schema;
  const fits = (one: unknown) => faultsOf(one, value, path, depth + 1).length === 0;
  for (const one of Array.isArray(allOf) ? allOf : []) {
    if (faults.length > FAULTS_MAX) break;
    faults.push(...faultsOf(one, value, path, depth + 1));
  }
  if (Array.isArray(anyOf) && !anyOf.some(fits)) add("anyOf", "must fit one of the schemas of anyOf");
  if (Array.isArray(oneOf) && oneOf.filter(fits).length !== 1) {
    add("oneOf", "must fit exactly one of the schemas of oneOf");
  }
  if ("not" in schema && fits(schema.not)) add("not", "must not fit the schema of not");
}

const join = (path: string, key: string): string => (path === "" ? key : `${path}.${key}`);
