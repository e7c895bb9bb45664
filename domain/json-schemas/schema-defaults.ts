import { PAYLOAD_MAX_BYTES } from "#contract/constants/limits.ts";
import { DomainError } from "../errors.ts";
import { isPlainObject, type PlainObject } from "../values/plain-object.ts";
import { SCHEMA_DEPTH_MAX } from "./json-schema.ts";
import { countWork, SchemaWorkError, TOO_MUCH_WORK } from "./schema-work.ts";

/**
 * Returns the value with the `default` of each property that it lacks; the value itself stays as it is, and null is a value. Defaults
 * count in `properties`, `items`, `additionalProperties` and `allOf`: of alternatives it is not known which one is meant. Throws
 * `payload_too_large` when the defaults alone are more than a payload may be, and `invalid_input` when they would take too long.
 */
export function withSchemaDefaults(schema: unknown, value: unknown): unknown {
  let length = 0;
  const spend = countWork();
  const add = (given: unknown): unknown => {
    length += JSON.stringify(given).length;
    if (length <= PAYLOAD_MAX_BYTES) return given;
    throw new DomainError(
      "payload_too_large",
      `payload is more than ${PAYLOAD_MAX_BYTES} bytes of JSON with the defaults of its schema: send less, or a link to it`,
    );
  };
  const fill = (some: unknown, filled: unknown, depth: number): unknown => {
    if (!isPlainObject(some) || depth > SCHEMA_DEPTH_MAX) return filled;
    const all: unknown[] = Array.isArray(some.allOf) ? some.allOf : [];
    spend(1);
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
    // Each takes as long as several comparisons.
    spend(4 * (Object.keys(known).length + Object.keys(filled).length));
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
  try {
    return fill(schema, value, 0);
  } catch (error) {
    throw error instanceof SchemaWorkError ? new DomainError("invalid_input", [`payload ${TOO_MUCH_WORK}`]) : error;
  }
}

const ownValue = (object: PlainObject, key: string): unknown => (Object.hasOwn(object, key) ? object[key] : undefined);
