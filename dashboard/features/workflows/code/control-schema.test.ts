import { expect, test } from "vitest";
import { controlsOf, parseText, textOf } from "./control-schema.ts";

const SCHEMA = {
  type: "object",
  properties: {
    subject: { type: "string", title: "Subject", description: "Of the mail", default: "Hello" },
    tone: { enum: ["warm", "cool"] },
    count: { type: "integer", default: 3 },
    isUrgent: { type: "boolean", default: false },
    items: { type: "array", default: [1] },
    mixed: { type: ["string", "null"] },
  },
  required: ["subject"],
};

test("controls are those of the schema, required ones first, and values that it has no control for", () => {
  const controls = controlsOf(SCHEMA, { subject: "Hi", old: 1 });
  expect(controls.map(({ name, kind, defaultValue }) => [name, kind, defaultValue])).toEqual([
    ["subject", "text", "Hello"],
    ["count", "number", 3],
    ["isUrgent", "choice", false],
    ["items", "json", [1]],
    ["mixed", "json", undefined],
    ["tone", "choice", undefined],
    ["old", "json", undefined],
  ]);
  expect(controls[0]).toMatchObject({ label: "Subject", hint: "Of the mail", isRequired: true });
  expect(controls[5]).toMatchObject({
    label: "tone",
    hint: undefined,
    options: [{ id: "warm" }, { id: "cool" }],
    isRequired: false,
  });
});

test.each([null, undefined, [], { properties: [] }, "schema"])("%j has no controls", (schema) => {
  expect(controlsOf(schema, {})).toEqual([]);
});

test.each([
  ["text", "12", "12"],
  ["number", 12.5, "12.5"],
  ["number", "{{payload.count}}", "{{payload.count}}"],
  ["number", 9007199254740993n, "9007199254740993"],
  ["number", -7, "-7"],
  ["json", { id: 9007199254740993n }, '{\n  "id": 9007199254740993\n}'],
  ["json", "a", '"a"'],
  ["json", { a: [1] }, '{\n  "a": [\n    1\n  ]\n}'],
] as const)("a %s of %j is the text %s, and back", (kind, value, text) => {
  expect(textOf({ kind, options: [] }, value)).toBe(text);
  expect(parseText({ kind, options: [] }, text)).toEqual(value);
});

test("what is no JSON is no value", () => {
  expect(() => parseText({ kind: "json", options: [] }, "{")).toThrow(SyntaxError);
});

test.each([
  ["texts", { enum: ["a", "b"] }, "a", "a", "a"],
  ["numbers", { type: "integer", enum: [1, 2] }, 2, "2", "2"],
  ["a flag", { type: "boolean" }, true, "true", "Yes"],
  ["none of them", { enum: ["a", null] }, null, "null", "None"],
  [
    "named constants",
    { oneOf: [{ const: "gold", title: "Gold customer" }, { const: 0 }] },
    "gold",
    "gold",
    "Gold customer",
  ],
])("%s are a choice, which keeps the type of the value", (_, property, value, id, text) => {
  const [control] = controlsOf({ properties: { one: property } }, {});
  if (!control) throw new Error("The schema has no control");
  expect([control.kind, textOf(control, value), parseText(control, id)]).toEqual(["choice", id, value]);
  expect(control.options.find((option) => option.id === id)?.text).toBe(text);
  // One that prints a variable is no choice, and stays what it is.
  expect(parseText(control, textOf(control, "{{payload.one}}"))).toBe("{{payload.one}}");
});

test.each([
  [{ oneOf: [{ type: "string" }, { const: 1 }] }, "json", "JSON"],
  [{ type: "string", description: "Of the shop.", format: "email" }, "line", "Of the shop. An email address"],
  [{ type: "string", format: "made-up" }, "line", undefined],
  [{ type: "string", minLength: 1, maxLength: 20 }, "line", "From 1 to 20 characters"],
  [{ type: "string", maxLength: 2000 }, "text", "At most 2000 characters"],
  [{ type: "integer", minimum: 1 }, "number", "A whole number. At least 1"],
  [{ type: "object", properties: { name: {}, mail: {} } }, "json", "JSON: an object with name, mail"],
  [{ type: "array", items: { type: "string" } }, "json", "JSON: a list of texts"],
  [{ type: "array", items: { type: "object", properties: { id: {} } } }, "json", "JSON: a list of objects with id"],
])("%j is a field that says what it takes", (property, kind, hint) => {
  expect(controlsOf({ properties: { one: property } }, {})).toMatchObject([{ kind, hint }]);
});
