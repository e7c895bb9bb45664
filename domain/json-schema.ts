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

/** Returns what the value breaks of the schema, the outermost first. Keywords that are not known do not count. */
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
  const fault = (keyword: string, message: string): SchemaFault[] => [{ path, keyword, message }];
  const types = typesOf(schema.type);
  if (types.length > 0 && !types.some((type) => isOfType(value, type))) {
    return fault("type", `must be ${types.join(" or ")}`);
  }
  if (Array.isArray(schema.enum) && !schema.enum.some((allowed) => isDeepEqual(allowed, value))) {
    return fault("enum", `must be one of ${schema.enum.map((one) => JSON.stringify(one)).join(", ")}`);
  }
  if ("const" in schema && !isDeepEqual(schema.const, value)) {
    return fault("const", `must be ${JSON.stringify(schema.const)}`);
  }
  return [
    ...(typeof value === "string" ? textFaults(schema, value, fault) : []),
    ...(typeof value === "number" ? numberFaults(schema, value, fault) : []),
    ...(Array.isArray(value) ? listFaults(schema, value, path, depth, fault) : []),
    ...(isPlainObject(value) ? objectFaults(schema, value, path, depth) : []),
    ...combinedFaults(schema, value, path, depth, fault),
  ];
}

type Fault = (keyword: string, message: string) => SchemaFault[];

const typesOf = (type: unknown): string[] => [type].flat().filter((name): name is string => typeof name === "string");

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

function textFaults({ minLength, maxLength, format }: PlainObject, text: string, fault: Fault): SchemaFault[] {
  const matches = typeof format === "string" && Object.hasOwn(FORMATS, format) ? FORMATS[format] : undefined;
  return [
    ...(typeof minLength === "number" && text.length < minLength
      ? fault("minLength", `must be at least ${minLength} characters`)
      : []),
    ...(typeof maxLength === "number" && text.length > maxLength
      ? fault("maxLength", `must be at most ${maxLength} characters`)
      : []),
    ...(matches && !matches(text) ? fault("format", `must be of the format ${String(format)}`) : []),
  ];
}

function numberFaults(schema: PlainObject, value: number, fault: Fault): SchemaFault[] {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema;
  return [
    ...(typeof minimum === "number" && value < minimum ? fault("minimum", `must be ${minimum} or more`) : []),
    ...(typeof maximum === "number" && value > maximum ? fault("maximum", `must be ${maximum} or less`) : []),
    ...(typeof exclusiveMinimum === "number" && value <= exclusiveMinimum
      ? fault("exclusiveMinimum", `must be more than ${exclusiveMinimum}`)
      : []),
    ...(typeof exclusiveMaximum === "number" && value >= exclusiveMaximum
      ? fault("exclusiveMaximum", `must be less than ${exclusiveMaximum}`)
      : []),
  ];
}

function listFaults(
  schema: PlainObject,
  list: readonly unknown[],
  path: string,
  depth: number,
  fault: Fault,
): SchemaFault[] {
  const { minItems, maxItems, items } = schema;
  const faults = [
    ...(typeof minItems === "number" && list.length < minItems
      ? fault("minItems", `must have at least ${minItems} items`)
      : []),
    ...(typeof maxItems === "number" && list.length > maxItems
      ? fault("maxItems", `must have at most ${maxItems} items`)
      : []),
  ];
  if (items === undefined || Array.isArray(items)) return faults;
  for (const [index, item] of list.entries()) {
    if (faults.length > FAULTS_MAX) break;
    faults.push(...faultsOf(items, item, join(path, String(index)), depth + 1));
  }
  return faults;
}

function objectFaults(schema: PlainObject, object: PlainObject, path: string, depth: number): SchemaFault[] {
  const { required, additionalProperties } = schema;
  const properties = isPlainObject(schema.properties) ? schema.properties : {};
  const needed = Array.isArray(required) ? required.filter((key): key is string => typeof key === "string") : [];
  const faults = needed
    .filter((key) => !Object.hasOwn(object, key))
    .map((key): SchemaFault => ({ path: join(path, key), keyword: "required", message: "is required" }));
  for (const [key, value] of Object.entries(object)) {
    if (faults.length > FAULTS_MAX) break;
    const known = Object.hasOwn(properties, key);
    if (known) faults.push(...faultsOf(properties[key], value, join(path, key), depth + 1));
    else if (additionalProperties === false) {
      faults.push({
        path: join(path, key),
        keyword: "additionalProperties",
        message: "is not a property of the schema",
      });
    } else faults.push(...faultsOf(additionalProperties, value, join(path, key), depth + 1));
  }
  return faults;
}

function combinedFaults(schema: PlainObject, value: unknown, path: string, depth: number, fault: Fault): SchemaFault[] {
  const { allOf, anyOf, oneOf } = schema;
  const fits = (one: unknown) => faultsOf(one, value, path, depth + 1).length === 0;
  const all = Array.isArray(allOf) ? allOf.flatMap((one) => faultsOf(one, value, path, depth + 1)) : [];
  const any = Array.isArray(anyOf) && !anyOf.some(fits) ? fault("anyOf", "must fit one of the schemas of anyOf") : [];
  const one =
    Array.isArray(oneOf) && oneOf.filter(fits).length !== 1
      ? fault("oneOf", "must fit exactly one of the schemas of oneOf")
      : [];
  const not = "not" in schema && fits(schema.not) ? fault("not", "must not fit the schema of not") : [];
  return [...all, ...any, ...one, ...not];
}

const join = (path: string, key: string): string => (path === "" ? key : `${path}.${key}`);
