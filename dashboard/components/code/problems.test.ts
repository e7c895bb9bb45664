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
  expect(messagesOf("a {{payload.x}}", { ...open, issues: [issue] })).toEqual([`Line 1, column 5: ${issue.message}`]);
  expect(messagesOf("a {{ payload.x }}", { ...open, issues: [issue] })).toEqual([`Line 1, column 6: ${issue.message}`]);
  expect(messagesOf("{{payload.x}}", { issues: [issue] })).toEqual([
    "Line 1, column 3: payload.x does not exist. payload has order.",
  ]);
});

test.each([
  ["{% for item in payload.items %}{{ item.name }}{% endfor %}{{ item.name }}", "{{ item.name }}", 62],
  ["{% comment %}{{ payload.x }}{% endcomment %}{{ payload.x }}", "{{ payload.x }}", 48],
  ["{% raw %}{{ payload.x }}{% endraw %}{{ payload.x }}", "{{ payload.x }}", 40],
  ["{{ payload.x2 }}{{ payload.x }}", "{{ payload.x }}", 20],
  ["payload.x {{ payload.x }}", "{{ payload.x }}", 14],
  ["{% for item in payload.items %}{{ item.nme }}{% endfor %}", "{{payload.items.nme}}", 35],
  ["{% if payload.x %}{% endif %}", "{{payload.x}}", 7],
])(
  "an issue of the API is where the variable is used, not where it is only written: %s",
  (text, variableName, column) => {
    const issue = { message: "It does not exist.", variableName };
    expect(messagesOf(text, { variables: undefined, issues: [issue] })).toEqual([
      `Line 1, column ${column}: ${issue.message}`,
    ]);
  },
);

test("with a schema, the issue of the API and what is found here are one, at its place", () => {
  const items = { type: "array", items: { type: "object", properties: { name: { type: "string" } } } };
  const listed = { type: "object", properties: { payload: { type: "object", properties: { items } } } };
  const text = "{% for item in payload.items %}{{ item.name }}{% endfor %}{{ item.name }}";
  const issue = { message: "The variable item.name does not exist.", variableName: "{{ item.name }}" };
  expect(messagesOf(text, { variables: listed, issues: [issue] })).toEqual([
    expect.stringMatching(/^Line 1, column 62: item does not exist/),
  ]);
});

test("an issue of a field is of it as a whole, although its text has the same word", () => {
  const issue = { message: "Subject is too long.", variableName: "subject" };
  expect(messagesOf("The subject", { issues: [issue] })).toEqual([issue.message]);
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
  expect(messagesOf("{{payload.x}}", { ...open, issues: [issue] })).toEqual([`Line 1, column 3: ${issue.message}`]);
});
