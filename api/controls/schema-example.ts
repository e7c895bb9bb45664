import { isPlainObject } from "#domain/values/plain-object.ts";
import { inventedNumber, inventedText } from "./invented-value.ts";

/** Schemas come from members: references may go in circles, and branch out at each level. */
const MAX_DEPTH = 8;
const MAX_VALUES = 500;
const MAX_ITEMS = 3;
const MAX_TEXT = 200;

const TEXTS_BY_FORMAT: Readonly<Record<string, string>> = {
  "date-time": "2030-01-01T09:00:00.000Z",
  date: "2030-01-01",
  time: "09:00:00Z",
  email: "ada@example.com",
  uri: "https://example.com",
  "uri-reference": "/",
  hostname: "example.com",
  ipv4: "192.0.2.1",
  ipv6: "2001:db8::1",
  uuid: "3fa85f64-5717-4562-b3fc-2c963f66afa6",
};

/**
 * Returns a value that a JSON schema describes, undefined where it describes none. The schema's own `default`, `examples`, `const` and
 * `enum` come first; texts and numbers are invented by the name of their field. Patterns, and what `not` and `if` say, are not regarded.
 */
export function schemaExample(schema: unknown, name: string): unknown {
  let values = 0;

  function example(of: unknown, field: string, depth: number): unknown {
    values += 1;
    if (!isPlainObject(of) || depth > MAX_DEPTH || values > MAX_VALUES)
      return of === true ? inventedText(field) : undefined;
    const given = givenValue(of);
    if (given !== undefined) return given;
    if (typeof of.$ref === "string") return example(referenced(schema, of.$ref), field, depth + 1);
    const [alternative] = listOf(of.oneOf ?? of.anyOf);
    const parts = [...listOf(of.allOf), ...(alternative === undefined ? [] : [alternative])].map((part) =>
      example(part, field, depth + 1),
    );
    const own = ownExample(of, field, depth);
    const objects = [own, ...parts].filter(isPlainObject);
    return objects.length > 0
      ? Object.fromEntries(objects.flatMap(Object.entries))
      : [own, ...parts].find((part) => part !== undefined);
  }

  function ownExample(of: Record<string, unknown>, field: string, depth: number): unknown {
    switch (typeOf(of)) {
      case "object":
        return Object.fromEntries(
          Object.entries(isPlainObject(of.properties) ? of.properties : {}).flatMap(([key, property]) => {
            const value = example(property, `${field}.${key}`, depth + 1);
            return value === undefined ? [] : [[key, value]];
          }),
        );
      case "array": {
        const item = example(of.items ?? listOf(of.prefixItems)[0], field, depth + 1);
        const length = Math.min(Math.max(numberOf(of.minItems) ?? 1, 1), MAX_ITEMS);
        return item === undefined ? [] : Array.from({ length }, () => item);
      }
      case "integer":
        return numberFor(of, Math.round(inventedNumber(field)));
      case "number":
        return numberFor(of, inventedNumber(field));
      case "boolean":
        return true;
      case "null":
        return null;
      case "string":
        return textFor(of, field);
      default:
        return undefined;
    }
  }

  return example(schema, name, 0);
}

function givenValue(schema: Record<string, unknown>): unknown {
  return schema.default ?? listOf(schema.examples)[0] ?? schema.const ?? listOf(schema.enum)[0];
}

function typeOf({ type, properties, items, oneOf, anyOf, allOf }: Record<string, unknown>): unknown {
  if (Array.isArray(type)) return type.find((one) => one !== "null") ?? "null";
  if (type !== undefined) return type;
  if (properties !== undefined) return "object";
  if (items !== undefined) return "array";
  return (oneOf ?? anyOf ?? allOf) ? undefined : "string";
}

function numberFor(
  { minimum, exclusiveMinimum, maximum, exclusiveMaximum, multipleOf }: Record<string, unknown>,
  invented: number,
): number {
  const above = numberOf(exclusiveMinimum);
  const least = numberOf(minimum) ?? (above === undefined ? undefined : above + 1);
  const below = numberOf(exclusiveMaximum);
  const most = numberOf(maximum) ?? (below === undefined ? undefined : below - 1);
  const step = numberOf(multipleOf) ?? 0;
  const number = Math.min(Math.max(invented, least ?? invented), most ?? Number.MAX_SAFE_INTEGER);
  return step > 0 ? Math.ceil(number / step) * step : number;
}

function textFor({ format, minLength, maxLength }: Record<string, unknown>, field: string): string {
  const text = (typeof format === "string" ? TEXTS_BY_FORMAT[format] : undefined) ?? inventedText(field);
  const padded = text.padEnd(Math.min(numberOf(minLength) ?? 0, MAX_TEXT), "x");
  return padded.slice(0, numberOf(maxLength) ?? MAX_TEXT);
}

/** Follows a reference within the schema, such as "#/$defs/customer". */
function referenced(schema: unknown, reference: string): unknown {
  if (!reference.startsWith("#")) return undefined;
  const keys = reference.slice(1).split("/").slice(1);
  return keys.reduce<unknown>((place, key) => {
    const name = key.replaceAll("~1", "/").replaceAll("~0", "~");
    return isPlainObject(place) && Object.hasOwn(place, name) ? place[name] : undefined;
  }, schema);
}

const numberOf = (value: unknown): number | undefined =>
  typeof value === "number" && Number.isFinite(value) ? value : undefined;

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
