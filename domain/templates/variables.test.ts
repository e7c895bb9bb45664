import { describe, expect, test } from "vitest";
import type { StepType } from "#contract/constants/channels.ts";
import type { Filter } from "#contract/schemas/conditions.ts";
import type { MessageTemplate } from "#contract/workflows/templates.ts";
import { extractVariables, type TemplatedStep } from "./variables.ts";

const step = (template: MessageTemplate, more: Partial<TemplatedStep> = {}): TemplatedStep => ({
  template,
  filters: [],
  metadata: {},
  variants: [],
  ...more,
});
const sms = (content: string, more?: Partial<TemplatedStep>) => step({ type: "sms", content }, more);
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
    [
      "{% each o in payload.orders %}{{ o.name }}{{ forloop.key }}{{ o }}{% else %}{{ empty_text }}{% endeach %}",
      ["orders: Array", "orders.name: String", "empty_text: String"],
    ],
    ["{% i18n key, x: user.name %}{{ x }}{{ y }}{% endi18n %}", ["key: String", "user.name: String", "y: String"]],
    ["{{ prices | lookup: sku }}", ["prices: String", "sku: String"]],
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
      step({
        type: "in_app",
        content: "{{ a }}",
        cta: {
          data: { url: "/{{ b }}" },
          action: { buttons: [{ type: "primary", content: "{{ c }}", url: "/{{ d }}" }] },
        },
      }),
      ["a", "b", "c", "d"],
    ],
    ["a push message", step({ type: "push", content: "{{ a }}", title: "{{ b }}" }), ["b", "a"]],
    [
      "an email of blocks",
      step({
        type: "email",
        subject: "{{ a }}",
        content: [{ type: "button", content: "{{ c }}", url: "{{ b }}" }],
      }),
      ["a", "b", "c"],
    ],
    [
      "an html email",
      step({ type: "email", content: "{{ a }}", preheader: "{{ b }}", senderName: "{{ c }}" }),
      ["a", "b", "c"],
    ],
    [
      "payload conditions",
      sms("", {
        filters: [
          {
            value: "AND",
            children: [
              { on: "payload", field: "a.b" },
              { on: "tenant", field: "x", value: "{{ payload.d.e }} {{ f }} {{ tenant.name }}" },
              { value: "OR", children: [{ on: "payload", field: "c" }] },
            ],
          },
        ],
      }),
      ["a.b", "d.e", "c"],
    ],
    [
      "a scheduled delay",
      step({ type: "delay", content: "" }, { metadata: { type: "scheduled", delayPath: "sendAt" } }),
      ["sendAt"],
    ],
    [
      "a regular delay",
      step({ type: "delay", content: "" }, { metadata: { type: "regular", amount: 1, unit: "days" } }),
      [],
    ],
    [
      "a digest",
      step(
        { type: "digest", content: "" },
        { metadata: { type: "regular", amount: 1, unit: "days", digestKey: "post.id" } },
      ),
      ["post.id"],
    ],
    [
      "variants, after their step",
      sms("{{ a }}", {
        filters: [{ children: [{ on: "payload", field: "b" }] }],
        variants: [
          { template: { type: "sms", content: "{{ c }}" }, filters: [{ children: [{ on: "payload", field: "d" }] }] },
        ],
      }),
      ["a", "b", "c", "d"],
    ],
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

test("an expected value does not make the trigger name a tenant: without one it is empty", () => {
  const filters: Filter[] = [{ children: [{ on: "payload", field: "a", value: "{{ tenant.name }}" }] }];
  expect(extractVariables([sms("", { filters })]).reservedVariables).toEqual([]);
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
  const of = (...types: StepType[]) =>
    extractVariables(types.map((type) => step({ type, content: "" }))).subscriberVariables;
  expect(of("sms", "email", "email")).toEqual([{ name: "email" }, { name: "phone" }]);
  expect(of("in_app", "push", "chat")).toEqual([]);
});

test("a template that cannot be parsed uses no variables, and the others theirs", () => {
  expect(extractVariables([sms("{% if %}"), sms("{{ a }}")]).variables).toEqual([{ name: "a", type: "String" }]);
});
