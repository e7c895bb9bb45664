import fc from "fast-check";
import { expect, test } from "vitest";
import { schemaFaults } from "#domain/json-schemas/json-schema.ts";
import { withPropertiesOf } from "./infer-schema.ts";

test("properties of payloads are added with their types, and what the schema has stays", () => {
  const schema = {
    type: "object",
    required: ["order"],
    properties: { order: { type: "string", description: "Its number" }, customer: { type: "object" } },
  };
  const payloads = [
    { order: 7, total: 3, customer: { name: "Ada" }, items: [{ sku: "a" }, { sku: "b", price: null }] },
    { order: "8", total: "3", items: [{ price: 2.5 }] },
  ];
  expect(withPropertiesOf(schema, payloads)).toEqual({
    added: ["total", "customer.name", "items"],
    schema: {
      type: "object",
      required: ["order"],
      properties: {
        order: { type: "string", description: "Its number" },
        customer: { type: "object", properties: { name: { type: "string" } } },
        total: { type: ["number", "string"] },
        items: {
          type: "array",
          items: {
            type: "object",
            properties: { sku: { type: "string" }, price: { type: ["null", "number"] } },
          },
        },
      },
    },
  });
});

test("without a schema it is that of the payloads, and a second time adds nothing", () => {
  const once = withPropertiesOf(null, [{ total: 12n, tags: [], note: null }]);
  expect(once.schema).toEqual({
    type: "object",
    properties: { total: { type: "integer" }, tags: { type: "array" }, note: {} },
  });
  expect(withPropertiesOf(once.schema, [{ total: 5 }])).toEqual({ schema: once.schema, added: [] });
});

test("every payload passes the schema that was made of it", () => {
  const payload = fc.dictionary(fc.string({ minLength: 1, maxLength: 8 }), fc.jsonValue({ maxDepth: 3 }), {
    maxKeys: 5,
  });
  fc.assert(
    fc.property(fc.array(payload, { minLength: 1, maxLength: 3 }), (payloads) => {
      const { schema } = withPropertiesOf(null, payloads);
      expect(payloads.flatMap((one) => schemaFaults(schema, one))).toEqual([]);
    }),
  );
});
