import { expect, test } from "vitest";
import { schemaOfSeen } from "../code/seen-payload.ts";
import { knownFields, unknownField } from "./known-fields.ts";

const workflow = (payload: object) => ({ type: "object", properties: { payload } });
const closed = (properties: object) => ({ type: "object", properties, additionalProperties: false });
const typesOf = (...schemas: object[]) =>
  Object.fromEntries(knownFields(schemas).map(({ text, type }) => [text, type]));

test("the fields of a schema are offered by their paths, with the type by which they are compared", () => {
  const schema = workflow(
    closed({
      total: { type: "number" },
      vip: { type: "boolean" },
      at: { type: "string", format: "date-time" },
      tags: { type: "array" },
      order: closed({ id: { type: "string" } }),
      either: { type: ["string", "number"] },
    }),
  );
  expect(typesOf(schema)).toEqual({
    "payload.total": "number",
    "payload.vip": "boolean",
    "payload.at": "date",
    "payload.tags": "list",
    "payload.order.id": "text",
    "payload.either": "any",
  });
});

test("what only templates and events say is offered, too, and events know the type better than a template", () => {
  const used = workflow({ type: "object", properties: { total: { type: "string", default: "{{payload.total}}" } } });
  const seen = workflow({ ...Object(schemaOfSeen([{ total: 5, sentAt: "2026-01-01T10:00:00Z", "a.b": 1 }])) });
  expect(typesOf(used)).toEqual({ "payload.total": "any" });
  expect(typesOf(used, seen)).toEqual({ "payload.total": "number", "payload.sentAt": "date" });
});

test("an unknown field says what was meant; one in what is open is no mistake unless another one is near", () => {
  const strict = workflow(closed({ total: { type: "number" } }));
  const open = workflow({ type: "object", properties: { total: { type: "number" } }, additionalProperties: true });
  const about = (text: string, schema: object) => unknownField(text, [schema], knownFields([schema]));
  expect(about("payload.total", strict)).toBeUndefined();
  expect(about("payload.totl", strict)).toEqual({ meant: "payload.total" });
  expect(about("payload.totl", open)).toEqual({ meant: "payload.total" });
  expect(about("payload.somethingElse", strict)).toEqual({ meant: undefined });
  expect(about("payload.somethingElse", open)).toBeUndefined();
  expect(about("", strict)).toBeUndefined();
});

test("hundreds of names are cut, and a deep schema ends", () => {
  const many = Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`f${index}`, { type: "string" }]));
  expect(knownFields([workflow(closed(many))])).toHaveLength(300);
  let deep: object = { type: "string" };
  for (let level = 0; level < 50; level += 1) deep = closed({ a: deep });
  expect(knownFields([workflow(deep)])).toHaveLength(1);
});
