import fc from "fast-check";
import { expect, test } from "vitest";
import { schemaFaults, uncheckableKeywords, withSchemaDefaults } from "./json-schema.ts";

const schema = {
  type: "object",
  properties: {
    name: { type: "string", minLength: 2, maxLength: 5 },
    mail: { type: "string", format: "email" },
    age: { type: ["integer", "null"], minimum: 0, exclusiveMaximum: 150 },
    plan: { enum: ["free", { tier: 1 }] },
    items: {
      type: "array",
      minItems: 1,
      items: { type: "object", required: ["id"], additionalProperties: false, properties: { id: {} } },
    },
    either: { oneOf: [{ type: "string" }, { type: "number" }] },
  },
  required: ["name"],
};

test.each([
  [{ name: "Ada" }, []],
  [{}, ["name is required"]],
  [[], [" must be object"]],
  [{ name: 1 }, ["name must be string"]],
  [{ name: "A", mail: "x" }, ["name must be at least 2 characters", "mail must be of the format email"]],
  [{ name: "Ada", age: 1.5 }, ["age must be integer or null"]],
  [{ name: "Ada", age: 150 }, ["age must be less than 150"]],
  [{ name: "Ada", age: null, plan: { tier: 1 }, other: true }, []],
  [{ name: "Ada", plan: "pro" }, ['plan must be one of "free", {"tier":1}']],
  [
    { name: "Ada", items: [{}, { id: 1, x: 2 }] },
    ["items.0.id is required", "items.1.x is not a property of the schema"],
  ],
  [{ name: "Ada", items: [] }, ["items must have at least 1 items"]],
  [{ name: "Ada", either: true }, ["either must fit exactly one of the schemas of oneOf"]],
])("%j breaks %j", (value, faults) => {
  expect(schemaFaults(schema, value).map(({ path, message }) => `${path} ${message}`)).toEqual(faults);
});

test("any schema and any value are compared without failing, and the faults that are named are few", () => {
  fc.assert(fc.property(fc.jsonValue(), fc.jsonValue(), (some, value) => void schemaFaults(some, value)));
  const list = Array.from({ length: 10_000 }, () => 1);
  expect(schemaFaults({ items: { type: "string" } }, list)).toHaveLength(20);
  const allOf = Array.from({ length: 200_000 }, () => false);
  const required = Array.from({ length: 200_000 }, (_, index) => `key${index}`);
  expect(schemaFaults({ properties: { a: { allOf }, b: { required } } }, { a: 1, b: {} })).toHaveLength(20);
});

test.each([{ valueOf: 1 }, { constructor: {} }, { toString: null }, JSON.parse('{"__proto__": {}}')])(
  "%j is equal to itself and to nothing else, whatever its keys are called",
  (allowed) => {
    expect(schemaFaults({ enum: [allowed] }, structuredClone(allowed))).toEqual([]);
    expect(schemaFaults({ const: allowed }, {})).toHaveLength(1);
  },
);

const withDefaults = {
  type: "object",
  properties: {
    plan: { type: "string", default: "free" },
    order: { type: "object", default: {}, properties: { count: { default: 1 }, note: {} } },
    items: { items: { properties: { unit: { default: "kg" } } } },
    either: { anyOf: [{ properties: { a: { default: 1 } } }] },
  },
  additionalProperties: { properties: { b: { default: 2 } } },
  allOf: [{ properties: { plan: { default: "pro" }, seats: { default: 5 } } }],
};

test.each([
  [{}, { plan: "free", order: { count: 1 }, seats: 5 }],
  [
    { plan: null, order: null, seats: 0 },
    { plan: null, order: null, seats: 0 },
  ],
  [{ order: { note: "x" } }, { plan: "free", order: { note: "x", count: 1 }, seats: 5 }],
  [
    { plan: "a", order: 1, seats: 1, items: [{}, { unit: "g" }, 3], either: {}, other: {} },
    { plan: "a", order: 1, seats: 1, items: [{ unit: "kg" }, { unit: "g" }, 3], either: {}, other: { b: 2 } },
  ],
])("%j has the defaults of the schema where it has nothing, as %j, and stays as it is itself", (value, filled) => {
  const before = structuredClone(value);
  expect(withSchemaDefaults(withDefaults, value)).toEqual(filled);
  expect(value).toEqual(before);
});

test("any schema fills any value without failing or touching prototypes, and defaults are no way to a huge payload", () => {
  fc.assert(fc.property(fc.jsonValue(), fc.jsonValue(), (some, value) => void withSchemaDefaults(some, value)));
  const proto = JSON.parse('{"properties": {"__proto__": {"default": {"polluted": true}}}}');
  expect(JSON.stringify(withSchemaDefaults(proto, {}))).toBe('{"__proto__":{"polluted":true}}');
  expect("polluted" in {}).toBe(false);
  const items = { items: { properties: { text: { default: "x".repeat(100_000) } } } };
  const list = Array.from({ length: 11 }, () => ({}));
  expect(() => withSchemaDefaults(items, list)).toThrow(
    /^payload is more than 1048576 bytes of JSON with the defaults/,
  );
});

test("keywords whose work has no bound are found as keywords, and not as names of properties", () => {
  expect(uncheckableKeywords({ properties: { pattern: { type: "string" }, a: { pattern: "x" } } })).toEqual([
    "properties.a.pattern",
  ]);
  expect(uncheckableKeywords({ $ref: "#/a", enum: [{ pattern: 1 }] })).toEqual(["$ref"]);
});
