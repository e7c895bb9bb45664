import { describe, expect, test } from "vitest";
import { DomainError } from "../errors.ts";
import { compileTemplate, renderFields, renderText } from "./compile-template.ts";
import { SafeHtml } from "./safe-html.ts";

const plain = (text: string, context: object = {}) => compileTemplate(text, { escape: "none" }).render(context);
const html = (text: string, context: object = {}) => compileTemplate(text, { escape: "html" }).render(context);

describe("escaping", () => {
  const x = `<b>"Tom" & Ann's</b>`;

  test("a plain text shows values as they are", () => {
    expect(plain("{{ x }}", { x })).toBe(x);
  });

  test("html shows values escaped, what the author wrote as it is", () => {
    expect(html("<p>{{ x }}</p>", { x })).toBe("<p>&lt;b&gt;&quot;Tom&quot; &amp; Ann&#39;s&lt;/b&gt;</p>");
  });

  test("raw prints a value as it is, asking for escaping twice escapes once", () => {
    expect(html("{{ x | raw }} {{ '&' | escape }}", { x })).toBe(`${x} &amp;`);
  });

  test("html made by the product is not escaped again", () => {
    expect(html("{{ body }}{{ body | raw }}", { body: new SafeHtml("<i>") })).toBe("<i><i>");
  });
});

test.each<[string, string]>([
  ["", ""],
  ["plain", "plain"],
  ["{{ nothing }}{{ nothing.deeper }}", ""],
  ["{{ list }} {{ user }} {{ date }}", 'ab {"name":"Ann"} 2024-01-01T00:00:00.000Z'],
  ["{{ size }}{{ first }}{{ last }}", ""],
  ["{{ user.name }} {{ payload.user.name }} {{ list[1] }}", "Ann  b"],
  ["{% for x in list %}{{ forloop.index }}{{ x }}{% endfor %}", "1a2b"],
  ["{{ hostile }}", '{"toString":"x"}'],
])("%s prints %j", (text, output) => {
  const context = {
    list: ["a", "b"],
    user: { name: "Ann" },
    date: new Date("2024-01-01"),
    hostile: { toString: "x" },
  };
  expect(plain(text, context)).toBe(output);
});

describe("truth", () => {
  test.each<[string, unknown, boolean]>([
    ["an empty text", "", false],
    ["zero", 0, false],
    ["null", null, false],
    ["a missing value", undefined, false],
    ["an empty list", [], false],
    ["a list", [0], true],
    ["a text", "0", true],
    ["an object", {}, true],
  ])("%s is %j", (_, x, holds) => {
    const [yes, no] = holds ? ["yes", "no"] : ["no", "yes"];
    expect(plain("{% if x %}yes{% else %}no{% endif %}", { x })).toBe(yes);
    expect(plain("{% if no %}{% elsif x %}yes{% else %}no{% endif %}", { x })).toBe(yes);
    expect(plain("{% unless x %}yes{% else %}no{% endunless %}", { x })).toBe(no);
    expect(plain("{% unless 1 %}{% elsif x %}yes{% else %}no{% endunless %}", { x })).toBe(yes);
    expect(plain("{% if 1 and x %}yes{% else %}no{% endif %}", { x })).toBe(yes);
    expect(plain("{% if no or x %}yes{% else %}no{% endif %}", { x })).toBe(yes);
    expect(plain("{% if not x %}yes{% else %}no{% endif %}", { x })).toBe(no);
  });
});

describe("a template is kept in bounds", () => {
  test.each<[string, string, string]>([
    [
      "an endless loop",
      "{% for i in (1..3000000) %}{% for j in (1..3000000) %}{% endfor %}{% endfor %}",
      "limit exceeded",
    ],
    [
      "a loop that only takes time",
      "{% for i in (1..9000) %}{% for j in list %}x{% endfor %}{% endfor %}",
      "limit exceeded",
    ],
    ["a range beyond memory", "{% for i in (1..1000000000) %}{% endfor %}", "memory alloc limit exceeded"],
    [
      "a list that doubles",
      "{% assign a = '1,2' | split: ',' %}{% for i in (1..40) %}{% assign a = a | concat: a %}{% endfor %}",
      "memory alloc limit exceeded",
    ],
    [
      "a loop of another kind that only takes time",
      "{% each i in list %}{% each j in list %}x{% endeach %}{% endeach %}",
      "limit exceeded",
    ],
    [
      "a loop without content",
      `{% each i in list %}{% each j in list %}{% each k in list %}{% endeach %}{% endeach %}{% endeach %}`,
      "limit exceeded",
    ],
    ["a huge template", `{{ x }}${"x".repeat(1_000_001)}`, "parse length limit exceeded"],
    ["a huge output", `{% for i in (1..100) %}${"x".repeat(60_000)}{% endfor %}`, "output exceeds"],
    ["deep nesting of tags", "{% if 1 %}".repeat(40_000), "more than 200 tags in each other: take some apart, line:1"],
    ["deep nesting of brackets", `{{ a${"[a".repeat(100_000)} }}`, "more than 500 brackets in one expression"],
    ["deep nesting of ranges", `\n{% assign a = ${"(1..".repeat(100_000)} %}`, "take it apart, line:2"],
  ])("%s is cut off", (_, text, reason) => {
    const started = performance.now();
    expect(() => plain(text, { list: Array.from({ length: 9000 }, () => 1) })).toThrow(reason);
    expect(performance.now() - started).toBeLessThan(4000);
  });

  test("nesting that somebody may need, and any number of tags side by side, is not", () => {
    const nested = `${"{% if a %}".repeat(200)}{{ list[list[list[0]]] }}${"{% endif %}".repeat(200)}`;
    expect(plain(nested.repeat(3), { a: 1, list: [0] })).toBe("000");
    expect(plain("{% if a %}{{ list[0] }}{% endif %}".repeat(1_000), { a: 1, list: [0] })).toBe("0".repeat(1_000));
    expect(plain(`{{ a }}${"[(".repeat(1_000)}`, { a: 1 })).toBe(`1${"[(".repeat(1_000)}`);
  });

  test.each(["{% include 'x' %}", "{% render 'x' %}", "{% layout 'x' %}", "{% block x %}{% endblock %}"])(
    "%s cannot be parsed: templates read no files",
    (text) => {
      expect(() => plain(text)).toThrow("not found");
    },
  );

  test("only own properties of the variables are visible", () => {
    const inherited = Object.create({ secret: "s" });
    expect(
      plain("{{ x.secret }}{{ x.constructor.name }}{{ list.constructor }}{{ constructor }}", {
        x: inherited,
        list: [],
      }),
    ).toBe("");
  });
});

test("a template that cannot be parsed or rendered says why and where", () => {
  expect(() => plain("a\n{% if %}")).toThrow(DomainError);
  expect(() => plain("a\n{% if x %}b")).toThrow("line:2");
  expect(() => plain("{{ x | nope }}")).toThrow("undefined filter: nope");
  expect(() => plain("{{ x ")).toThrow("not closed");
});

test("the same text is parsed once per kind of escaping", () => {
  const text = "{{ once }}";
  expect(compileTemplate(text, { escape: "none" })).toBe(compileTemplate(text, { escape: "none" }));
  expect(compileTemplate(text, { escape: "html" })).not.toBe(compileTemplate(text, { escape: "none" }));
});

test("fields are rendered with the same variables, trimmed, empty when missing", () => {
  expect(renderText("  Hi {{ name }} \n", { name: "Ann" }, { escape: "none" })).toBe("Hi Ann");
  const fields = { subject: " {{ name }} ", title: undefined, sender: null };
  expect(renderFields(fields, { name: "A&B" }, { escape: "none" })).toEqual({ subject: "A&B", title: "", sender: "" });
});
