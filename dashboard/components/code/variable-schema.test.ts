import { expect, test } from "vitest";
import { itemsOf, schemaAt } from "#contract/constants/values/schema-path.ts";
import { variablesOf } from "./variable-schema.ts";

const text = { type: "string" };

test("the names of an object come one level deep, with type, description and sample", () => {
  const schema = {
    type: "object",
    properties: {
      id: { type: "string", description: "Number of the order.", examples: ["A-17"] },
      total: { type: "number", default: 12.5 },
      paid: { type: ["boolean", "null"] },
      due: { type: "string", format: "date-time" },
      guessed: { type: "string", default: "{{payload.guessed}}" },
      items: { type: "array", items: text },
      customer: { type: "object", properties: { name: text } },
    },
  };
  expect(variablesOf(schema)).toEqual([
    { name: "id", type: "text", description: "Number of the order.", sample: "A-17", hasNames: false },
    { name: "total", type: "number", sample: "12.5", hasNames: false },
    { name: "paid", type: "true or false", hasNames: false },
    { name: "due", type: "date", hasNames: false },
    { name: "guessed", type: "text", hasNames: false },
    { name: "items", type: "list", hasNames: false },
    { name: "customer", type: "object", hasNames: true },
  ]);
  expect(variablesOf(text)).toEqual([]);
  expect(variablesOf(undefined)).toEqual([]);
});

test("a path is found in objects, in items of lists and in each of several choices", () => {
  const item = { type: "object", properties: { name: text }, additionalProperties: false };
  const schema = {
    type: "object",
    properties: { list: { type: "array", items: item }, choice: { anyOf: [{ type: "null" }, item] } },
  };
  expect(schemaAt(schema, ["list", 0, "name"])).toEqual(text);
  expect(schemaAt(schema, ["list", "first", "name"])).toEqual(text);
  expect(schemaAt(schema, ["list", "size"])).toEqual({ type: "number" });
  expect(schemaAt(schema, ["list", "name"])).toBeUndefined();
  expect(schemaAt(schema, ["choice", "name"])).toEqual(text);
  expect(variablesOf(schemaAt(schema, ["choice"])).map(({ name }) => name)).toEqual(["name"]);
  expect(schemaAt(schema, ["list", 0, "nam"])).toBeUndefined();
  expect(schemaAt(schema, ["list", 0, "name", "below"])).toBeUndefined();
  expect(itemsOf(schema.properties.list)).toEqual(item);
});

test("below what is open every name exists", () => {
  const open = { type: "object", properties: { known: text }, additionalProperties: true };
  expect(schemaAt(open, ["other", "at", "all"])).toBe(true);
  expect(schemaAt(open, ["known"])).toEqual(text);
  expect(
    schemaAt({ type: "object", additionalProperties: { type: "object", properties: { a: text } } }, ["x", "a"]),
  ).toEqual(text);
  expect(schemaAt({ type: "object" }, ["x"])).toBe(true);
  expect(schemaAt({}, ["x", "y"])).toBe(true);
  expect(schemaAt(true, ["x"])).toBe(true);
  expect(schemaAt(false, ["x"])).toBeUndefined();
  expect(schemaAt({ type: "object", properties: {} }, ["x"])).toBeUndefined();
  expect(schemaAt({ $ref: "#/definitions/a" }, ["x"])).toBe(true);
});

test("names of JavaScript are no names of a schema", () => {
  expect(schemaAt({ type: "object", properties: {} }, ["constructor"])).toBeUndefined();
  expect(schemaAt({ type: "object", properties: {} }, ["__proto__"])).toBeUndefined();
});
