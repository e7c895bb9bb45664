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
    ["isUrgent", "flag", false],
    ["items", "json", [1]],
    ["mixed", "json", undefined],
    ["tone", "choice", undefined],
    ["old", "json", undefined],
  ]);
  expect(controls[0]).toMatchObject({ label: "Subject", hint: "Of the mail", isRequired: true });
  expect(controls[5]).toMatchObject({ label: "tone", hint: undefined, options: ["warm", "cool"], isRequired: false });
});

test.each([null, undefined, [], { properties: [] }, "schema"])("%j has no controls", (schema) => {
  expect(controlsOf(schema, {})).toEqual([]);
});

test.each([
  ["text", "12", "12"],
  ["number", 12.5, "12.5"],
  ["number", "{{payload.count}}", "{{payload.count}}"],
  ["flag", true, "true"],
  ["json", "a", '"a"'],
  ["json", { a: [1] }, '{\n  "a": [\n    1\n  ]\n}'],
] as const)("a %s of %j is the text %s, and back", (kind, value, text) => {
  expect(textOf({ kind }, value)).toBe(text);
  expect(parseText({ kind }, text)).toEqual(value);
});

test("what is no JSON is no value", () => {
  expect(() => parseText({ kind: "json" }, "{")).toThrow(SyntaxError);
});
