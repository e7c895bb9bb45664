import { describe, expect, test } from "vitest";
import { templateCost } from "./template-cost.ts";

describe("cheap", () => {
  test.each([
    "",
    `<p>${"x".repeat(500_000)}</p>`,
    "Hello {{ subscriber.firstName | default: 'you' | titlecase }}",
    "{% if a %}{{ b | upcase }}{% elsif c %}{{ d }}{% else %}{{ e }}{% endif %}",
    "{% assign x = a | append: b %}{% equals x, 'c' %}{{ x }}{% endequals %}",
    "{% case plan %}{% when 'pro' %}{{ a }}{% endcase %}{% comment %} for {% endcomment %}{% raw %}{{{% endraw %}",
    "{{ sentAt | dateFormat: 'yyyy-MM-dd', 'Europe/Paris' }} {{ price | numberFormat: decimalLength: 2 }}",
    "{% i18n 'a.b', x: y %}Hello {{ x | lookup: z }}{% endi18n %}{{ 'a.b' | i18n }}",
    "{% if %}",
  ])("%s", (text) => {
    expect(templateCost(text)).toBe("cheap");
  });
});

describe("costly", () => {
  test.each<[string, string]>([
    ["a loop", "{% for x in list %}{{ x }}{% endfor %}"],
    [
      "a loop inside a condition",
      "{% if a %}{% gt b, 1 %}{% for x in list %}{{ x }}{% endfor %}{% endgt %}{% endif %}",
    ],
    ["a loop in a liquid tag", "{% liquid\n for x in list\n echo x\n endfor %}"],
    ["a loop over an object", "{% each x in prices %}{{ x }}{% endeach %}"],
    ["a loop in a default text", "{% i18n 'a.b' %}{% each x in list %}{{ x }}{% endeach %}{% endi18n %}"],
    ["a table", "{% tablerow x in list %}{{ x }}{% endtablerow %}"],
    ["a capture", "{% capture a %}{{ b }}{% endcapture %}"],
    ["sorting", "{{ list | sortBy: 'a' }}"],
    ["sorting for a condition", "{% if list | sort %}x{% endif %}"],
    ["splitting", "{% assign list = text | split: ',' %}"],
    ["JSON", "{{ payload | json }}"],
    ["a pattern of the payload", "{{ sentAt | dateFormat: pattern }}"],
    ["a long pattern", `{{ sentAt | date: '${"%c".repeat(50)}' }}`],
    ["many filters in a row", `{{ a ${"| upcase ".repeat(6)} }}`],
    ["many expressions", "{{ a }}".repeat(2000)],
    ["a long expression", `{% if ${"a or ".repeat(200)} b %}{% endif %}`],
    ["a long source", `{{ a }}${"x".repeat(100_000)}`],
  ])("%s", (_, text) => {
    expect(templateCost(text)).toBe("costly");
  });
});

test("the texts of a message count together", () => {
  const text = "{{ a }}".repeat(600);
  expect(templateCost(text)).toBe("cheap");
  expect(templateCost(text, text)).toBe("costly");
  expect(templateCost("{{ a }}", "{% for x in list %}{% endfor %}")).toBe("costly");
});
