import { isJsonObject } from "#contract/constants/values/json-object.ts";

type Json = Record<string, unknown>;

/** Data, which is no schema whatever it looks like. */
const UNTOUCHED = new Set(["example", "examples", "default", "enum", "const"]);

/**
 * Writes schemas in forms that generators of clients know (openapi-generator for Java, Go and TypeScript, openapi-python-client). They say
 * less than the contract, and nothing that it does not:
 *
 * - a record with known keys is an object with these properties, and one that has further ones takes anything for them;
 * - the only alternative of several stands for itself, and alternatives with one that takes anything, a map or a list are no condition;
 * - a set of whole numbers is one of integers;
 * - a parameter of a query that may be repeated is a list;
 * - a flag with one value is a flag, an object is no default, and the items of a list may be anything where nothing is said.
 */
export function levelSchemas(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(levelSchemas);
  if (!isJsonObject(value)) return value;
  if (value.in === "query" && isJsonObject(value.schema))
    return { ...value, schema: levelSchemas(repeated(value.schema)) };
  const { propertyNames, anyOf, ...schema } = mapped(value, (part, key) =>
    key === "properties" && isJsonObject(part)
      ? mapped(part, levelSchemas)
      : UNTOUCHED.has(key)
        ? part
        : levelSchemas(part),
  );
  return {
    ...leveled(schema),
    ...knownKeys(propertyNames, schema),
    ...(Array.isArray(anyOf) && alternatives(anyOf)),
  };
}

function leveled(schema: Json): Json {
  const { const: constant, enum: values, default: usual, additionalProperties, ...others } = schema;
  const isFlag = typeof constant === "boolean" || (Array.isArray(values) && typeof values[0] === "boolean");
  const hasMap = isJsonObject(schema.properties) && isMap(additionalProperties);
  return {
    ...others,
    ...(isFlag
      ? { type: "boolean" }
      : { ...(constant !== undefined && { const: constant }), ...(values !== undefined && { enum: values }) }),
    ...(usual !== undefined && !isJsonObject(usual) && { default: usual }),
    ...(additionalProperties !== undefined && { additionalProperties: hasMap ? true : additionalProperties }),
    ...(schema.type === "array" && schema.items === undefined && { items: {} }),
    ...(Array.isArray(values) && values.every(Number.isInteger) && { type: "integer" }),
  };
}

function knownKeys(propertyNames: unknown, { additionalProperties }: Json): Json {
  const names = isJsonObject(propertyNames) ? propertyNames.enum : undefined;
  if (!Array.isArray(names) || !isJsonObject(additionalProperties)) {
    return propertyNames === undefined ? {} : { propertyNames };
  }
  return {
    properties: Object.fromEntries(names.map((name) => [name, additionalProperties])),
    additionalProperties: false,
  };
}

/** A parameter with several values is sent as one is, several times. */
function repeated({ anyOf, ...schema }: Json): Json {
  const list = Array.isArray(anyOf) ? anyOf.find(isList) : undefined;
  if (isJsonObject(list)) return { ...schema, ...list };
  return anyOf === undefined ? schema : { ...schema, anyOf };
}

function alternatives(anyOf: unknown[]): Json {
  const [first] = anyOf;
  if (anyOf.length === 1 && isJsonObject(first)) return first;
  if (anyOf.some(isList)) return { description: `Takes one of several forms: ${anyOf.map(formOf).join(", or ")}.` };
  return anyOf.some((schema) => isAnything(schema) || isMap(schema)) ? {} : { anyOf };
}

function formOf(schema: unknown): string {
  const { $ref, type, items }: { $ref?: unknown; type?: unknown; items?: unknown } = Object(schema);
  if (typeof $ref === "string") return $ref.replace(/^.*\//, "");
  return type === "array" ? `a list (${formOf(items)})` : type === "string" ? "a text" : `${type ?? "any value"}`;
}

const isAnything = (schema: unknown): boolean => isJsonObject(schema) && Object.keys(schema).length === 0;
const isList = (schema: unknown): boolean => isJsonObject(schema) && schema.type === "array";

/** An object of which only the values are known. */
const isMap = (schema: unknown): boolean =>
  isJsonObject(schema) && schema.properties === undefined && isJsonObject(schema.additionalProperties);

const mapped = (object: Json, change: (part: unknown, key: string) => unknown): Json =>
  Object.fromEntries(Object.entries(object).map(([key, part]) => [key, change(part, key)]));
