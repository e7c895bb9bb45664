import { isJsonObject } from "#contract/constants/values/json-object.ts";
import { EXAMPLE_VALUES, RARE } from "./example-values.ts";

type Json = Record<string, unknown>;

/** A value's place: the component or the tag around it, and the property. */
interface Place {
  owner: string;
  property: string;
  /** Components around it: one that contains itself ends there. */
  within: readonly string[];
}

/**
 * Makes examples of answers from their schemas, so that they follow each change of the contract: a value is the example, constant or
 * first choice of its schema, or the one of `EXAMPLE_VALUES` by its name.
 */
export function exampleMaker(components: Json): (schema: unknown, owner: string) => unknown {
  return (schema, owner) => exampleOf(schema, { owner, property: "", within: [] });

  function exampleOf(schema: unknown, place: Place): unknown {
    if (!isJsonObject(schema)) return undefined;
    if (typeof schema.$ref === "string") return ofComponent(schema.$ref, place);
    const given = [schema.example, ...list(schema.examples), schema.const, ...list(schema.enum), schema.default];
    const chosen = given.find((value) => value !== undefined);
    if (chosen !== undefined) return chosen;
    const alternatives = [...list(schema.anyOf), ...list(schema.oneOf)];
    if (alternatives.length > 0) return ofAlternatives(alternatives, place);
    if (Array.isArray(schema.allOf)) return Object.assign({}, ...schema.allOf.map((part) => exampleOf(part, place)));
    if (RARE.has(place.property) && list(schema.type).includes("null")) return null;
    const named = byName(place).find((value) => fits(value, schema));
    return named ?? byType(schema, place);
  }

  function ofComponent(reference: string, place: Place): unknown {
    const name = reference.split("/").at(-1) ?? "";
    if (place.within.includes(name)) return undefined;
    return exampleOf(components[name], { ...place, owner: name, within: [...place.within, name] });
  }

  /** The first alternative that is a value, and null only where there is no other. */
  function ofAlternatives(alternatives: readonly unknown[], place: Place): unknown {
    const made = alternatives.map((schema) => exampleOf(schema, place)).filter((value) => value !== undefined);
    if (RARE.has(place.property) && made.includes(null)) return null;
    return made.find((value) => value !== null) ?? made[0];
  }

  function byType(schema: Json, place: Place): unknown {
    const [type] = list(schema.type).filter((one) => one !== "null");
    const { minimum = 1, maximum = Number.MAX_SAFE_INTEGER } = schema as { minimum?: number; maximum?: number };
    switch (type) {
      case "object":
        return ofObject(schema, place);
      case "array": {
        const item = exampleOf(schema.items, place);
        return item === undefined ? [] : [item];
      }
      case "boolean":
        return true;
      case "integer":
      case "number":
        return Math.min(Math.max(1, minimum), maximum);
      case "string":
        return TEXTS.find((value) => fits(value, schema));
      default:
        return schema.type === "null" ? null : {};
    }
  }

  function ofObject({ properties, required }: Json, place: Place): Json {
    const needed = new Set(list(required));
    const entries = Object.entries(isJsonObject(properties) ? properties : {}).flatMap(([property, schema]) => {
      if (RARE.has(property) && !needed.has(property)) return [];
      const value = exampleOf(schema, { ...place, property });
      if (value !== undefined) return [[property, value]];
      return needed.has(property) ? [[property, null]] : [];
    });
    return Object.fromEntries(entries);
  }
}

/** Texts of a form that the name does not tell. */
const TEXTS: readonly string[] = [
  "text",
  "6f1c1f0a-3f2e-4c07-9f1e-0d7d8a5a4b11",
  "2026-12-01T09:00:00.000Z",
  "2026-12-01T09:00",
  "9:00",
];

/** Values by the names of a place, the most specific first. */
function byName({ owner, property }: Place): unknown[] {
  const names = [`${owner}.${property}`, property];
  return [
    ...names.map((name) => EXAMPLE_VALUES[name]),
    ...BY_ENDING.flatMap(([ending, value]) => (ending.test(property) ? [value] : [])),
  ].filter((value) => value !== undefined);
}

const BY_ENDING: readonly (readonly [RegExp, unknown])[] = [
  [/id$/i, "6f1c1f0a-3f2e-4c07-9f1e-0d7d8a5a4b11"],
  [/(At|Date|Until|Since)$/, "2026-12-01T09:00:00.000Z"],
  [/url$/i, "https://example.com/orders/A-1001"],
];

/** Whether a value of the table is one of the schema: objects with properties of their own are made from these. */
function fits(value: unknown, schema: unknown): boolean {
  if (!isJsonObject(schema)) return true;
  const { type, pattern, minimum, maximum, properties, items, minItems } = schema;
  const types = list(type);
  if (types.length === 0) return Object.keys(schema).every((keyword) => keyword === "description");
  if (Array.isArray(value)) {
    return types.includes("array") && value.length >= Number(minItems ?? 0) && value.every((item) => fits(item, items));
  }
  if (typeof value === "number") {
    if (typeof minimum === "number" && value < minimum) return false;
    if (typeof maximum === "number" && value > maximum) return false;
    return types.includes("number") || (types.includes("integer") && Number.isInteger(value));
  }
  if (typeof pattern === "string" && !(typeof value === "string" && new RegExp(pattern).test(value))) return false;
  return properties === undefined && types.includes(typeof value);
}

/** A keyword that has one value or several. */
const list = (value: unknown): unknown[] => (value === undefined ? [] : Array.isArray(value) ? value : [value]);
