import { expect, test } from "vitest";
import { controlIssues } from "./control-issues.ts";
import { previewValues } from "./preview-values.ts";

const item = { type: "object", properties: { name: { type: "string" } }, additionalProperties: false };
const payload = { type: "object", properties: { items: { type: "array", items: item } }, additionalProperties: false };
const variables = { type: "object", properties: { payload }, additionalProperties: false };

const shown = (body: string) => previewValues("sms", { body }, variables).body;

test.each([
  // The same words are right inside the loop.
  [
    "{% for item in payload.items %}{{ item.name }}{% endfor %} {{ item.name }}!",
    "{% for item in payload.items %}{{ item.name }}{% endfor %} !",
  ],
  ["{% raw %}{{ payload.x }}{% endraw %}{{ payload.x }}", "{% raw %}{{ payload.x }}{% endraw %}"],
  ["{{ payload.x }}{{ payload.xy }}{{ payload.x | append: payload.y }}.", "."],
  ["{% for item in payload.items %}{{ item.nme }},{% endfor %}", "{% for item in payload.items %},{% endfor %}"],
  ["{% if payload.x %}a{% endif %}", ""],
  ["{{ payload.items[0].name }}", "{{ payload.items[0].name }}"],
])("a preview leaves out the outputs of what does not exist, where they stand: %s", (text, expected) => {
  expect(shown(text)).toBe(expected);
});

test("an issue names the variable as an output has it, and under its whole name where a loop has another one", () => {
  const named = (body: string) =>
    controlIssues("sms", { body }, variables).body?.map(({ variableName }) => variableName);
  expect(named("{{ payload.x | upcase }}")).toEqual(["{{ payload.x | upcase }}"]);
  expect(named("{% for item in payload.items %}{{ item.nme }}{% endfor %}")).toEqual(["{{payload.items.nme}}"]);
});
