import { EditorState } from "@codemirror/state";
import { expect, test } from "vitest";
import { closingAfter, liquidCompletions, nameCompletions, textCompletions } from "./completions.ts";

const SCHEMA = {
  type: "object",
  properties: {
    subscriber: { type: "object", properties: { firstName: { type: "string" }, email: { type: "string" } } },
    payload: {
      type: "object",
      properties: {
        order: { type: "object", properties: { id: { type: "string" }, total: { type: "number" } } },
        items: {
          type: "array",
          items: { type: "object", properties: { name: { type: "string" }, price: { type: "number" } } },
        },
      },
    },
  },
};

/** Completes where the text has a `^`; names the options, or nothing when there is no list. */
function names(marked: string): string[] | undefined {
  const pos = marked.indexOf("^");
  const state = EditorState.create({ doc: marked.replace("^", "") });
  return liquidCompletions({ state, pos }, SCHEMA)?.options.map(({ label }) => label);
}

const ROOTS = ["subscriber", "payload"];

test.each([
  ["{{^", ROOTS],
  ["{{ ^ }}", ROOTS],
  ["{{pay^}}", ROOTS],
  ["{{ payload.^", ["order", "items"]],
  ["{{ payload.order.^ }}", ["id", "total"]],
  ["{{ payload.order.to^ }}", ["id", "total"]],
  ['{{ payload["order"].^ }}', ["id", "total"]],
  ["{{ payload.items[0].^ }}", ["name", "price"]],
  ["{{ 'a' | append: ^", ROOTS],
  ["{% if payload.^ %}{% endif %}", ["order", "items"]],
  ["{% if a == ^", ROOTS],
  ["{% for x in ^", ROOTS],
  ["{% for x in payload.^", ["order", "items"]],
  ["{{ a }} {{^", ROOTS],
])("variables are offered one level at a time: %s", (text, expected) => {
  expect(names(text)).toEqual(expected);
});

test("the name of a variable is completed without braces, and has no filters", () => {
  const namesIn = (doc: string) => {
    const found = nameCompletions({ state: EditorState.create({ doc }), pos: doc.length }, SCHEMA);
    return found && [found.from, found.options.map(({ label }) => label)];
  };
  expect(namesIn("")).toEqual([0, ROOTS]);
  expect(namesIn("pay")).toEqual([0, ROOTS]);
  expect(namesIn("payload.or")).toEqual([8, ["order", "items"]]);
  expect(namesIn("payload.order | up")).toBeNull();
  expect(closingAfter("payload.", "")).toBe("");
});

test("a loop's variable has the names of the list's items, within the loop only", () => {
  expect(names("{% for x in payload.items %}{{ x.^ }}")).toEqual(["name", "price"]);
  expect(names("{% each x in payload.items %}{{ ^ }}")).toEqual(expect.arrayContaining(["x", "forloop", ...ROOTS]));
  expect(names("{% for x in payload.items %}{{ forloop.^ }}")).toContain("index");
  expect(names("{% for x in payload.items %}{% endfor %}{{ x.^ }}")).toBeUndefined();
  expect(names("{% assign o = payload.order %}{{ o.^ }}")).toEqual(["id", "total"]);
});

test.each([
  ["{% assign one = payload.items | first %}{{ one.^", ["name", "price"]],
  ["{% assign one = payload.items | sort: 'price' | last -%}{{ one.^", ["name", "price"]],
  ["{% assign some = payload.items | where: 'name', 'a' | reverse %}{% for one in some %}{{ one.^", ["name", "price"]],
  ["{% assign one = payload.items | find: 'name', 'a' %}{{ one.^", ["name", "price"]],
  ["{% assign groups = payload.items | group_by: 'name' %}{% for group in groups %}{{ group.^", ["name", "items"]],
  ["{% assign groups = payload.items | groupBy: 'name' %}{{ groups[0].^", ["key", "items"]],
  ["{% assign groups = payload.items | groupBy: 'name' %}{{ groups[0].items[0].^", ["name", "price"]],
  ["{% assign order = payload | lookup: 'order' %}{{ order.^", ["id", "total"]],
  ["{% assign order = payload.order | default: '' %}{{ order.^", ["id", "total"]],
  ["{% for x in payload.items %}{% assign last = x %}{% endfor %}{{ last.^", ["name", "price"]],
  ["{% for item in payload.items reversed limit: 2 %}{{ item.^", ["name", "price"]],
  ["{% for item in payload.items %}{% assign copy = item %}{% if copy.^", ["name", "price"]],
])("names that a template makes have the fields of their values: %s", (text, expected) => {
  expect(names(text)).toEqual(expected);
});

test.each([
  "{% assign name = payload.order.id | upcase %}{{ name.^",
  "{% assign names = payload.items | map: 'name' %}{{ names[0].^",
  "{% raw %}{% assign order = payload.order %}{% endraw %}{{ order.^",
  "{% comment %}{% for order in payload.items %}{% endcomment %}{{ order.^",
])("what is a text, unknown or not read has none: %s", (text) => {
  expect(names(text)).toBeUndefined();
});

test("filters are offered after a bar, tags after {%", () => {
  expect(names("{{ payload.order.id | ^")).toEqual(expect.arrayContaining(["titlecase", "append", "dateFormat"]));
  expect(names("{{ payload.order.id | up^ }}")).toContain("upcase");
  expect(names("{{ 'a|b' | up^ }}")).toContain("upcase");
  expect(names("{% ^")).toEqual(expect.arrayContaining(["if", "endif", "else", "for", "each"]));
});

test.each([
  "text ^",
  "{{ a }} ^",
  "{{ 'a ^",
  '{{ "a | ^',
  "{% raw %}{{ ^",
  "{% comment %}{{ ^",
  "{{ payload ^",
  "{% assign a^",
  "{{ subscriber.email.^",
])("nothing is offered where no name can stand: %s", (text) => {
  expect(names(text)).toBeUndefined();
});

test("an expression is closed as it was opened, and never twice", () => {
  expect(closingAfter("Hello {{", "")).toBe("}}");
  expect(closingAfter("Hello {{ ", " and more")).toBe(" }}");
  expect(closingAfter("Hello {{", "}} and more")).toBe("");
  expect(closingAfter("Hello {{", " and {{ name }}")).toBe("}}");
  expect(closingAfter("{% if ", "")).toBe(" %}");
});

const findTexts = async (typed: string) =>
  typed.startsWith("shop.")
    ? [
        { key: "shop.hello", text: "Hello", isGroup: false },
        { key: "shop.order.sent", text: "Sent", isGroup: false },
      ]
    : [{ key: "shop.", text: "Shop", isGroup: true }];

async function keys(marked: string): Promise<string[] | undefined> {
  const pos = marked.indexOf("^");
  const state = EditorState.create({ doc: marked.replace("^", "") });
  return (await textCompletions({ state, pos }, findTexts))?.options.map(({ label }) => label);
}

test.each([
  ['{{ "^', ["shop."]],
  ["{{ 'sh^", ["shop."]],
  ['{{ "shop.^', ["shop.hello", "shop.order.sent"]],
  ['{{ "shop.order.s^" | i18n }}', ["shop.hello", "shop.order.sent"]],
  ['{% i18n "shop.^" %}', ["shop.hello", "shop.order.sent"]],
  ['{{ payload.order | append: "^', undefined],
  ['{% if "^', undefined],
  ['"^', undefined],
  ['{{ "a" }} "^', undefined],
])(
  "keys of translations are offered where an output or the tag begins with a quotation mark: %s",
  async (text, expected) => {
    expect(await keys(text)).toEqual(expected);
  },
);

test("an output can begin with a translation, where there are any", () => {
  const offered = (doc: string, hasTexts: boolean) =>
    liquidCompletions(
      { state: EditorState.create({ doc }), pos: doc.length },
      SCHEMA,
      undefined,
      hasTexts,
    )?.options.map(({ label }) => label);
  expect(offered("{{ ", true)).toEqual([...ROOTS, "translation"]);
  expect(offered("{{ tra", true)).toEqual([...ROOTS, "translation"]);
  expect(offered("{{ ", false)).toEqual(ROOTS);
  expect(offered("{{ payload.", true)).toEqual(["order", "items"]);
  expect(offered("{% if ", true)).toEqual(ROOTS);
});
