import { expect, test } from "vitest";
import { payloadExample } from "./payload-example.ts";
import { schemaExample } from "./schema-example.ts";

const example = (schema: unknown) => schemaExample(schema, "payload");

test("each kind of value has an example that the schema allows", () => {
  const properties = {
    number: { type: "integer", minimum: 5 },
    rate: { type: "number", exclusiveMaximum: 1, multipleOf: 0.25 },
    isPaid: { type: "boolean" },
    city: { type: "string" },
    code: { type: "string", minLength: 6, maxLength: 8 },
    sentAt: { type: "string", format: "date-time" },
    note: { type: ["null", "string"] },
    nothing: { type: "null" },
    tags: { type: "array", minItems: 2, items: { type: "string" } },
    customer: { properties: { name: {} } },
    pair: { type: "array", prefixItems: [{ type: "boolean" }] },
  };
  expect(example({ type: "object", properties })).toEqual({
    number: 5,
    rate: 0,
    isPaid: true,
    city: "London",
    code: "A-1042",
    sentAt: "2030-01-01T09:00:00.000Z",
    note: "Thank you, this looks good.",
    nothing: null,
    tags: ["Tag", "Tag"],
    customer: { name: "Ada Lovelace" },
    pair: [true],
  });
});

test("what the schema itself gives as an example comes first", () => {
  const properties = {
    a: { type: "string", default: "default", examples: ["example"] },
    b: { type: "string", examples: ["example"], enum: ["one"] },
    c: { const: 7 },
    d: { enum: ["one", "two"] },
    e: { default: null, type: "integer" },
  };
  expect(example({ properties })).toEqual({ a: "default", b: "example", c: 7, d: "one", e: 3 });
});

test("references, parts and the first of alternatives count", () => {
  const schema = {
    $defs: { "a/b": { type: "object", properties: { vip: { type: "boolean" } } } },
    type: "object",
    properties: {
      customer: { $ref: "#/$defs/a~1b" },
      either: { oneOf: [{ type: "boolean" }, { type: "string" }] },
      both: { properties: { x: { type: "integer" } }, allOf: [{ properties: { y: { type: "integer" } } }] },
      elsewhere: { $ref: "https://example.com/schema" },
    },
  };
  expect(example(schema)).toEqual({ customer: { vip: true }, either: true, both: { x: 3, y: 3 } });
});

test("a schema that refers to itself, or branches out without end, has a small example", () => {
  const itself = { type: "object", properties: { name: { type: "string" }, child: { $ref: "#" } } };
  expect(JSON.stringify(example(itself)).length).toBeLessThan(200);
  const levels = Array.from({ length: 40 }, (_, index) => {
    const next = { $ref: `#/$defs/l${index + 1}` };
    return [`l${index}`, { properties: { a: next, b: next, c: next } }] as const;
  });
  expect(JSON.stringify(example({ $defs: Object.fromEntries(levels), $ref: "#/$defs/l0" })).length).toBeLessThan(5_000);
});

test.each([null, true, [], "text", { type: "unknown" }, { $ref: 7 }, { properties: [] }, { $ref: "#/%E0%A4%A" }])(
  "a schema such as %j is no failure",
  (schema) => {
    expect(() => example(schema)).not.toThrow();
  },
);

test("a payload has what the templates use and the schema lacks but allows", () => {
  const used = [
    { name: "payload.number", type: "String" as const },
    { name: "payload.items.name", type: "String" as const },
    { name: "payload.items", type: "Array" as const },
    { name: "payload.isVip", type: "Boolean" as const },
  ];
  const own = { number: "A-1042", items: [{ name: "Notebook" }], isVip: true };
  expect(payloadExample({ used, payloadSchema: null })).toEqual(own);
  const number = { type: "integer" };
  const open = { type: "object", properties: { number }, additionalProperties: true };
  expect(payloadExample({ used, payloadSchema: open })).toEqual({ ...own, number: 3 });
  const closed = { type: "object", properties: { number } };
  expect(payloadExample({ used, payloadSchema: closed })).toEqual({ number: 3 });
});
