import { describe, expect, test } from "vitest";
import { DomainError } from "../errors.ts";
import { extractVariables, type TemplatedStep } from "./variables.ts";

const sms = (content: string): TemplatedStep => ({ template: { type: "sms", content } });
const named = (content: string) =>
  extractVariables([sms(content)]).variables.map(({ name, type }) => `${name}: ${type}`);

describe("kinds", () => {
  test.each<[string, string[]]>([
    ["Hello", []],
    ["{{ name }}", ["name: String"]],
    ["{{ user.address.city }} {{ user['last name'] }}", ["user.address.city: String", "user.last name: String"]],
    ["{{ payload.name }} {{ name }} {{ payload }}", ["name: String"]],
    ["{{ date | dateFormat: pattern }}", ["date: String", "pattern: String"]],
    ["{{ n | numberFormat: decimalLength: digits }}", ["n: String", "digits: String"]],
    ["{% if vip %}x{% elsif guest %}y{% else %}{{ z }}{% endif %}", ["vip: Boolean", "guest: Boolean", "z: String"]],
    ["{% unless quiet %}x{% endunless %}", ["quiet: Boolean"]],
    [
      "{% if a and plan == level or not b %}x{% endif %}",
      ["a: Boolean", "plan: String", "level: String", "b: Boolean"],
    ],
    ["{% if name %}{{ name }}{% endif %}", ["name: String"]],
    ["{% if items %}{% for i in items %}{{ i }}{% endfor %}{% endif %}", ["items: Array"]],
    [
      "{% for i in items %}{{ i.sku }}{{ forloop.index }}{{ shop }}{% endfor %}",
      ["items: Array", "items.sku: String", "shop: String"],
    ],
    [
      "{% for o in payload.orders %}{% for l in o.lines %}{{ l.sku }}{% endfor %}{% endfor %}",
      ["orders: Array", "orders.lines: Array", "orders.lines.sku: String"],
    ],
    ["{% for i in (1..count) %}{{ i }}{% endfor %}", ["count: String"]],
    ["{{ items[0].sku }}", ["items: Array"]],
    ["{{ prices[sku] }}", ["sku: String"]],
    ["{% assign x = total %}{{ x }}{{ x.y }}", ["total: String"]],
    ["{% capture x %}{{ y }}{% endcapture %}{{ x }}", ["y: String"]],
    [
      "{% case plan %}{% when 'pro' %}{{ a }}{% else %}{{ b }}{% endcase %}",
      ["plan: String", "a: String", "b: String"],
    ],
    ["{% equals plan, 'pro' %}{{ a }}{% else %}{{ b }}{% endequals %}", ["plan: String", "a: String", "b: String"]],
    ["{{ subscriber.firstName }} {{ step.total_count }} {{ branding.logo }} {{ preheader }}", []],
    ["{% for e in step.events %}{{ e.name }}{% endfor %}", []],
    ["{{ 1 }}{{ 'text' }}{{ true }}", []],
  ])("%s uses %j", (content, variables) => {
    expect(named(content)).toEqual(variables);
  });
});

describe("where templates are looked for", () => {
  test.each<[string, TemplatedStep, string[]]>([
    [
      "an in-app message",
      {
        template: {
          type: "in_app",
          content: "{{ a }}",
          cta: { data: { url: "/{{ b }}" }, action: { buttons: [{ content: "{{ c }}" }] } },
        },
      },
      ["a", "b", "c"],
    ],
    ["a push message", { template: { type: "push", content: "{{ a }}", title: "{{ b }}" } }, ["b", "a"]],
    [
      "an email of blocks",
      {
        template: {
          type: "email",
          subject: "{{ a }}",
          content: [{ type: "button", content: "{{ c }}", url: "{{ b }}" }],
        },
      },
      ["a", "b", "c"],
    ],
    [
      "an html email",
      { template: { type: "email", content: "{{ a }}", preheader: "{{ b }}", senderName: "{{ c }}" } },
      ["a", "b", "c"],
    ],
    [
      "payload conditions",
      {
        filters: [
          {
            value: "AND",
            children: [
              { on: "payload", field: "a.b" },
              { on: "tenant", field: "x" },
              { value: "OR", children: [{ on: "payload", field: "c" }] },
            ],
          },
        ],
      },
      ["a.b", "c"],
    ],
    [
      "a scheduled delay",
      { template: { type: "delay" }, metadata: { type: "scheduled", delayPath: "sendAt" } },
      ["sendAt"],
    ],
    ["a regular delay", { template: { type: "delay" }, metadata: { type: "regular", delayPath: "sendAt" } }, []],
    ["a digest", { template: { type: "digest" }, metadata: { type: "regular", digestKey: "post.id" } }, ["post.id"]],
    [
      "variants",
      { template: { type: "sms", content: "{{ a }}" }, variants: [{ template: { type: "sms", content: "{{ b }}" } }] },
      ["a", "b"],
    ],
    ["a step without template", { template: null, metadata: null, filters: null, variants: null }, []],
  ])("%s", (_, step, names) => {
    expect(extractVariables([step]).variables.map(({ name }) => name)).toEqual(names);
  });
});

test("over all steps each name appears once, with the type that holds for every use", () => {
  expect(
    extractVariables([sms("{% if a %}x{% endif %}"), sms("{% for i in a %}{% endfor %}{{ b }}"), sms("{{ a }}")])
      .variables,
  ).toEqual([
    { name: "a", type: "Array" },
    { name: "b", type: "String" },
  ]);
});

test("templates that use the tenant or the actor make the trigger name them", () => {
  expect(extractVariables([sms("{{ actor.firstName }} {{ tenant.data.x }}")])).toEqual({
    variables: [],
    reservedVariables: [
      { type: "tenant", variables: [{ name: "identifier", type: "String" }] },
      { type: "actor", variables: [{ name: "subscriberId", type: "String" }] },
    ],
    subscriberVariables: [{ name: "phone" }],
  });
});

test("an email step needs an address, an sms step a phone, others neither", () => {
  const of = (...types: string[]) =>
    extractVariables(types.map((type) => ({ template: { type } }))).subscriberVariables;
  expect(of("sms", "email", "email")).toEqual([{ name: "email" }, { name: "phone" }]);
  expect(of("in_app", "push", "chat")).toEqual([]);
});

test("a template that cannot be parsed is refused", () => {
  expect(() => extractVariables([sms("{% if %}")])).toThrow(DomainError);
});
