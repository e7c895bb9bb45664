import { expect, test } from "vitest";
import { TEMPLATE_TAGS } from "#contract/constants/templates/template-tags.ts";
import { parseTemplate } from "#domain/templates/compile-template.ts";
import { parseLiquid } from "./liquid-syntax.ts";
import { templateProblems } from "./template-problems.ts";

const text = { type: "string" };
const SCHEMA = {
  type: "object",
  properties: {
    subscriber: {
      type: "object",
      properties: { firstName: text, data: { type: "object", additionalProperties: true } },
    },
    payload: {
      type: "object",
      properties: {
        order: { type: "object", properties: { id: text, total: { type: "number" } }, additionalProperties: false },
        items: { type: "array", items: { type: "object", properties: { name: text, price: { type: "number" } } } },
      },
    },
    steps: { type: "object", properties: {}, additionalProperties: false },
  },
  additionalProperties: false,
};

const messages = (template: string) => templateProblems(template, SCHEMA).map(({ message }) => message);

/** The texts that are underlined. */
const marked = (template: string) => templateProblems(template, SCHEMA).map(({ from, to }) => template.slice(from, to));

test.each([
  "Hello {{ subscriber.firstName | default: 'you' | titlecase }}",
  "{{ payload.order.total | times: 2 }} {{ payload.items[0].name }} {{ payload.items.first.name }} {{ payload.items.size }}",
  "{{ subscriber.data.anything.below }}",
  "{% for item in payload.items %}{{ item.name }} {{ forloop.index }}{% endfor %}",
  "{% each item in payload.items %}{{ item.price }}{% endeach %}",
  "{% assign first = payload.items[0] %}{{ first.name }}{% assign name = first.name | upcase %}{{ name.size }}",
  "{% assign one = payload.items | sort: 'price' | first %}{{ one.name }}{% assign all = payload.items | map: 'name' %}{{ all[0].size }}",
  "{% assign some = payload.items | slice: 0, 2 %}{{ some[0].price }}{% assign t = payload.order.id | slice: 0, 2 %}{{ t.size }}",
  "{% raw %}{{ nothing }} {{ x | nothing }}{% endraw %}{% comment %}{{ nothing }}{% endcomment %}",
  "{{ 'a | nothing' }}",
  "{% gt payload.order.total, 5 %}much{% else %}little{% endgt %}",
  '{% i18n "shop.hello", name: subscriber.firstName %}Hello {{ name }}{% endi18n %}',
  "no template { at } all",
])("a template without faults has no problem: %s", (template) => {
  expect(messages(template)).toEqual([]);
});

test.each([
  ["{{ payload.ordr.id }}", "payload.ordr", "payload.ordr does not exist. Did you mean payload.order?"],
  ["{{ payload.order.idd }}", "payload.order.idd", "payload.order.idd does not exist. Did you mean payload.order.id?"],
  [
    "{{ subscriber.first_name }}",
    "subscriber.first_name",
    "subscriber.first_name does not exist. Did you mean subscriber.firstName?",
  ],
  ["{{ order.id }}", "order", "order does not exist. Did you mean payload.order?"],
  [
    "{% assign one = payload.items | first %}{{ one.nme }}",
    "one.nme",
    "one.nme does not exist. Did you mean one.name?",
  ],
  ["{{ payload.unlike }}", "payload.unlike", "payload.unlike does not exist. payload has order, items."],
  ["{{ steps.digest }}", "steps.digest", "steps.digest does not exist: nothing is known in steps."],
  [
    "{{ payload.items.name }}",
    "payload.items.name",
    "payload.items is a list: read its items in {% for item in payload.items %}.",
  ],
  [
    "{{ payload.items[0].nam }}",
    "payload.items[0].nam",
    "payload.items[0].nam does not exist. Did you mean payload.items[0].name?",
  ],
  ["{% for i in payload.items %}{{ i.prise }}{% endfor %}", "i.prise", "i.prise does not exist. Did you mean i.price?"],
  ["{% if payload.oder %}{% endif %}", "payload.oder", "payload.oder does not exist. Did you mean payload.order?"],
  ["{{ 'a' | append: payload.oder }}", "payload.oder", "payload.oder does not exist. Did you mean payload.order?"],
  ["{{ 'a' | upercase }}", "upercase", "There is no filter upercase. Did you mean uppercase?"],
  ["{% assign a = 'b' | titelcase %}", "titelcase", "There is no filter titelcase. Did you mean titlecase?"],
])("an unknown name is marked with what was meant: %s", (template, place, message) => {
  expect(marked(template)).toEqual([place]);
  expect(messages(template)).toEqual([message]);
});

test("a loop's variable is unknown after the loop", () => {
  expect(marked("{% for item in payload.items %}{% endfor %}{{ item.name }}")).toEqual(["item"]);
});

test("without a schema variables are not checked, and filters are", () => {
  expect(templateProblems("{{ anything.at.all | nothing }}")).toHaveLength(1);
});

test.each([
  ["Hello {{ name", "{{ name", "}} is missing, or a quotation mark."],
  ["{% if a", "{% if a", "%} is missing, or a quotation mark."],
  ["a\n {% if a %} b", "{% if a %}", "{% endif %} is missing for {% if %}."],
  ["{% each a in b %}", "{% each a in b %}", "{% endeach %} is missing for {% each %}."],
  ["{% raw %} b", " b", "{% endraw %} is missing for {% raw %}."],
  ["{% endif %}", "{% endif %}", "{% endif %} closes nothing here: {% if %} is missing before it."],
  ["{% esle %}", "{% esle %}", "There is no tag esle."],
  ["{% asign a = 1 %}", "{% asign a = 1 %}", "There is no tag asign. Did you mean assign?"],
  ["{% for a b %}{% endfor %}", "{% for a b %}", "Write {% for item in list %}."],
  ["{{ }}", "", "A variable or a value is missing."],
  ["{{ a = b }}", "= b", "This is not expected here: a filter begins with |, and == compares."],
  ["{{ a | truncate 3 }}", "3", "A colon is missing between the filter and its arguments."],
  ["{% render 'a' %}", "{% render 'a' %}", "There is no tag render."],
])("what cannot be parsed is told in plain words: %s", (template, place, message) => {
  expect(messages(template)).toEqual([message]);
  expect(marked(template).map((found) => found.trim())).toEqual([place.trim()]);
});

test("the editor and the engine accept and refuse the same templates", () => {
  const blocks = TEMPLATE_TAGS.flatMap(({ name, end, example }) => {
    const inner = name === "case" ? '{% when "a" %}' : "";
    const whole = `{% ${example} %}${inner}text{{ a | upcase }}${end ? `{% ${end} %}` : ""}`;
    return [
      whole,
      `{% ${name} %}${end ? `{% ${end} %}` : ""}`,
      `{% ${example} %}${inner}{% else %}b{% ${end ?? "endif"} %}`,
    ];
  });
  const others = [
    "{{ a",
    "{% b %}",
    "{{ (1..3) }}",
    "{{ a[ }}",
    "{{ a | }}",
    "{{ a.b['c'][0] }}",
    "{% gt a %}{% endgt %}",
  ];
  const refused = (parse: (template: string) => unknown) =>
    [...blocks, ...others].filter((template) => {
      try {
        parse(template);
        return false;
      } catch {
        return true;
      }
    });
  expect(refused(parseLiquid)).toEqual(refused((template) => parseTemplate(template)));
});
