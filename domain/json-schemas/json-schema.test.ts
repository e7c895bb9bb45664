import fc from "fast-check";
import { expect, test } from "vitest";
import { schemaExcess } from "#contract/constants/values/schema-limits.ts";
import { schemaFaults, uncheckableKeywords } from "./json-schema.ts";
import { withSchemaDefaults } from "./schema-defaults.ts";

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

const many = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));
const tooMuch = ["has too many values to be compared with its schema: send fewer, or make the schema simpler"];

/** Twenty times and more of what they take on a machine that does nothing else; without a bound they take minutes. */
const BOUND_MS = 15_000;

/** Schemas and values that would take minutes. */
test.each<[string, unknown, unknown, string[]]>([
  ["enum of texts", { items: { enum: many(40_000, String) } }, many(60_000, () => "39999"), []],
  [
    "enum of objects",
    { items: { enum: many(20_000, (id) => ({ id, kind: "a" })) } },
    many(40_000, () => ({ kind: "a", id: 19_999 })),
    [],
  ],
  [
    "alternatives that end in one another",
    { items: many(12, () => 0).reduce<unknown>((one) => ({ anyOf: [one, one, one] }), { enum: ["b"] }) },
    many(60_000, () => "a"),
    tooMuch,
  ],
  [
    "alternatives of each item",
    { items: { anyOf: [...many(5_000, () => ({ const: "b" })), {}] } },
    many(60_000, () => "a"),
    tooMuch,
  ],
  [
    "required keys of each item",
    { items: { required: many(50_000, () => "a") } },
    many(50_000, () => ({ a: 1 })),
    tooMuch,
  ],
  [
    "types of each item",
    { items: { type: [...many(50_000, () => "null"), "string"] } },
    many(60_000, () => "a"),
    tooMuch,
  ],
  [
    "one large value for many rules",
    { allOf: many(5_000, () => ({ not: { enum: [[]] } })) },
    many(100_000, () => 1),
    tooMuch,
  ],
])("%s: the time is bounded", (_, schema, value, messages) => {
  const began = performance.now();
  expect(schemaFaults(schema, value).map(({ message }) => message)).toEqual(messages);
  expect(performance.now() - began).toBeLessThan(BOUND_MS);
});

test("defaults of many schemas for many items are refused, not made for minutes", () => {
  const properties = Object.fromEntries(many(2_000, (index) => [`key${index}`, {}]));
  const began = performance.now();
  expect(() =>
    withSchemaDefaults(
      { items: { properties } },
      many(50_000, () => ({})),
    ),
  ).toThrow(`payload ${tooMuch[0]}`);
  expect(performance.now() - began).toBeLessThan(BOUND_MS);
});

test("a message names some of the values of a long enum, and no long one in full", () => {
  const [one] = schemaFaults({ enum: many(40_000, String) }, "x");
  expect(one?.message).toBe(`must be one of ${many(10, (index) => `"${index}"`).join(", ")} and 39990 more`);
  const [other] = schemaFaults({ const: "a".repeat(50_000) }, "x");
  expect(other?.message).toMatch(/^must be "a{99}…$/);
});

test("a schema that is too large is refused with its limit, and the place of an enum", () => {
  expect(schemaExcess(schema)).toBeUndefined();
  const plan = { enum: many(5_001, Number) };
  expect(schemaExcess({ properties: { plan } })).toBe(
    "must have at most 5000 values in properties.plan.enum, which has 5001",
  );
  expect(schemaExcess({ description: "a".repeat(300_000) })).toMatch(/^must be at most 262144 characters of JSON/);
});
