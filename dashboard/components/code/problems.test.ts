import { expect, test } from "vitest";
import { problemsOf, withPlace } from "./problems.ts";

const variables = {
  type: "object",
  properties: { payload: { type: "object", properties: { order: { type: "string" } } } },
};

const messagesOf = (text: string, given: Partial<Parameters<typeof problemsOf>[0]> = {}) =>
  problemsOf({ text, language: "liquid-text", variables, issues: [], check: () => [], missing: [], ...given }).map(
    (problem) => withPlace(problem, text),
  );

test("a problem says its line and column, which count from 1", () => {
  expect(messagesOf("Hello\n  {{ payload.ordr }}")).toEqual([
    "Line 2, column 6: payload.ordr does not exist. Did you mean payload.order?",
  ]);
});

test("JSON says where it is broken, and what is wrong with the templates in its texts", () => {
  const json = (text: string) => messagesOf(text, { language: "json" });
  expect(json('{\n  "a": 1\n  "b": 2\n}')).toEqual(["Line 3, column 3: A comma is missing."]);
  expect(json('{"a": 1')).toEqual(["Line 1, column 7: A } is missing."]);
  expect(json('{"a": "{{ payload.ordr }}"}')).toEqual([
    "Line 1, column 11: payload.ordr does not exist. Did you mean payload.order?",
  ]);
  expect(json(String.raw`{"a": "{{ payload.ordr | default: \"x\" }}"}`)).toEqual([
    "Line 1, column 8: payload.ordr does not exist. Did you mean payload.order?",
  ]);
  expect(json('{"a": "{{ payload.order }}", "b": [1, null]}')).toEqual([]);
  expect(json(" ")).toEqual([]);
});

test("an issue of the API is at the variable that it names, and told once", () => {
  const issue = { message: "The variable payload.x does not exist.", variableName: "{{payload.x}}" };
  const open = { variables: undefined };
  expect(messagesOf("a {{payload.x}}", { ...open, issues: [issue] })).toEqual([`Line 1, column 3: ${issue.message}`]);
  expect(messagesOf("a {{ payload.x }}", { ...open, issues: [issue] })).toEqual([`Line 1, column 6: ${issue.message}`]);
  expect(messagesOf("{{payload.x}}", { issues: [issue] })).toEqual([
    "Line 1, column 3: payload.x does not exist. payload has order.",
  ]);
});

test("an issue of a line is at what the line has, and at the field once the line is gone", () => {
  const issue = { message: "Line 2: mj-text is not closed: end it with </mj-text>." };
  expect(messagesOf("<mjml>\n  <mj-text>", { issues: [issue] })).toEqual([
    "Line 2, column 3: mj-text is not closed: end it with </mj-text>.",
  ]);
  expect(messagesOf("<mjml>", { issues: [issue] })).toEqual([issue.message]);
});

test("an issue about a variable that was removed is gone, one about the field stays", () => {
  const removed = { message: "The variable payload.x does not exist.", variableName: "{{payload.x}}" };
  const missing = { message: "Subject is required", variableName: "subject" };
  expect(messagesOf("", { issues: [removed, missing] })).toEqual(["Subject is required"]);
});

test("a variable without a value is told where it stands, unless something is wrong with it", () => {
  const open = { variables: undefined, missing: ["payload.x", "payload.ordr"] };
  const lacks = (place: string) => `${place}: payload.x has no value in this sample.`;
  expect(messagesOf("a {{payload.x}}", open)).toEqual([lacks("Line 1, column 5")]);
  expect(messagesOf('{"a": "{{payload.x}}"}', { ...open, language: "json" })).toEqual([lacks("Line 1, column 10")]);
  expect(messagesOf('{"a": "{{payload.x}}"', { ...open, language: "json" })).toHaveLength(1);
  expect(messagesOf("{{ payload.ordr }}", { missing: ["payload.ordr"] })).toEqual([
    "Line 1, column 4: payload.ordr does not exist. Did you mean payload.order?",
  ]);
  const issue = { message: "The variable payload.x does not exist.", variableName: "{{payload.x}}" };
  expect(messagesOf("{{payload.x}}", { ...open, issues: [issue] })).toEqual([`Line 1, column 1: ${issue.message}`]);
});
