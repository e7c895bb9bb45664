import { expect, test } from "vitest";
import { TEMPLATE_FILTERS } from "#contract/constants/templates/template-filters.ts";
import { schemaAt } from "#contract/constants/values/schema-path.ts";
import { renderText } from "#domain/templates/compile-template.ts";
import { buildContext } from "#domain/templates/context.ts";
import { illegalVariables } from "./control-issues.ts";
import { stepVariables } from "./step-variables.ts";

const text = { type: "string" };
const item = { type: "object", properties: { name: text, price: { type: "number" } }, additionalProperties: false };
const schema = {
  type: "object",
  properties: {
    items: { type: "array", items: item },
    tags: { type: "array", items: text },
    free: { type: "array", items: {} },
    name: text,
    note: { type: ["string", "null"] },
    choice: { anyOf: [{ type: "null" }, item] },
    reference: { $ref: "#/$defs/item" },
    order: { type: ["object", "null"], properties: { id: text }, additionalProperties: false },
    anything: {},
    numbered: { type: "object", patternProperties: { "^n": text } },
    "a.b": text,
    "order-id": text,
  },
  additionalProperties: false,
};

const items = [
  { name: "Cup", price: 2 },
  { name: "Pan", price: 9 },
];
const payload = {
  items,
  tags: ["red", "blue"],
  free: [{ any: "thing" }],
  name: "Ada",
  note: "short",
  choice: items[0],
  reference: items[1],
  order: { id: "A-1" },
  anything: { below: { it: "deep" } },
  numbered: { n1: "one" },
  "a.b": "dotted",
  "order-id": "hyphened",
};
const events = [{ id: "1", time: "2026-01-01T00:00:00.000Z", payload: { total: 3 } }];
const context = buildContext({
  payload: {},
  subscriber: { firstName: "Ada", email: "ada@example.org", subscriberId: "ada", data: { plan: "pro" } },
  step: { digest: true, events: [{ total: 3 }], total_count: 1 },
  steps: {
    "digest-step": { events, eventCount: 1 },
    fetch: { response: { status: 200, body: { ok: "yes" } } },
    wait: { received: true, payload: { from: "event" } },
    fork: { branchId: "left" },
    bell: { seen: true, read: false },
  },
});
const variables = stepVariables(
  [
    { identifier: "digest-step", type: "digest" },
    { identifier: "fetch", type: "http" },
    { identifier: "wait", type: "wait_for_event" },
    { identifier: "fork", type: "branch" },
    { identifier: "bell", type: "in_app" },
  ],
  { used: [], payloadSchema: schema },
);

const prints = (template: string): string => renderText(template, { ...context, payload }, { escape: "none" }).trim();
const refused = (template: string): string[] =>
  illegalVariables(template, variables).map(({ variableName }) => variableName);

test.each([
  "{{ payload.items.length }}",
  "{{ payload.items.size }}",
  "{{ payload.items.first.name }}",
  "{{ payload.items.last.name }}",
  "{{ payload.items[0].name }}",
  "{{ payload.items[-1].name }}",
  "{{ payload['items'][0]['name'] }}",
  '{{ payload.items["length"] }}',
  "{{ payload.tags.length }}",
  "{{ payload.tags[1] }}",
  "{{ payload.tags.first.size }}",
  "{{ payload.free[0].any }}",
  "{{ payload.free.first.any }}",
  "{{ payload.name.length }}",
  "{{ payload.name.size }}",
  "{{ payload.name[0] }}",
  "{{ payload.note.size }}",
  "{{ payload.choice.name }}",
  "{{ payload.reference.name }}",
  "{{ payload.order.id }}",
  "{{ payload.order.size }}",
  "{{ payload.anything.below.it }}",
  "{{ payload.numbered.n1 }}",
  '{{ payload["a.b"] }}',
  "{{ payload.order-id }}",
  "{{ payload.items | map: 'name' | join: ', ' }}",
  "{{ payload.items | where: 'name', 'Cup' | size }}",
  "{{ payload.items | sort: 'price' | map: 'name' | first }}",
  "{{ payload.items | group_by: 'name' | size }}",
  "{{ payload.items | sum: 'price' }}",
  "{% for i in payload.items %}{{ forloop.index }} of {{ forloop.length }}: {{ i.name }}{% endfor %}",
  "{% for i in payload.items limit: 1 %}{{ i.name.length }}{% endfor %}",
  "{% tablerow i in payload.items %}{{ tablerowloop.col }} {{ i.price }}{% endtablerow %}",
  "{% each i in payload.items %}{{ i.name }}{{ forloop.key }}{% endeach %}",
  "{% each value in payload.order %}{{ value }}{% endeach %}",
  "{% assign cup = payload.items | first %}{{ cup.name }}",
  "{% if payload.name %}{% assign hello = 'Hello' %}{% endif %}{{ hello }}",
  "{% for i in payload.items %}{% assign last = i.name %}{% endfor %}{{ last }}",
  "{% for i in payload.items %}{% capture line %}{{ i.name }}{% endcapture %}{% endfor %}{{ line }}",
  "{% increment count %}",
  "{% case payload.name %}{% when 'Ada' %}{{ payload.name }}{% endcase %}",
  "{% if payload.items.length > 1 %}many{% endif %}",
  "{% for i in (1..payload.items.size) %}{{ i }}{% endfor %}",
  "{% for i in payload.tags %}{{ payload.items[forloop.index0].name }}{% endfor %}",
  "{% assign key = 'name' %}{{ payload[key] }}",
  "{% assign at = 1 %}{{ payload.items[at].name }}",
  "{% for pair in payload.order %}{{ pair[0] }}={{ pair[1] }}{% endfor %}",
  "{%- liquid\n  assign name = payload.name\n  echo name\n-%}",
  "{% echo payload.name %}",
  "{% for i in payload.items reversed %}{{ i.name }}{% else %}none{% endfor %}",
  "{% for i in payload.items %}{% for t in payload.tags %}{{ forloop.parentloop.index }}{{ t }}{% endfor %}{% endfor %}",
  "{% if payload.order == empty or payload.name == blank %}{% else %}filled{% endif %}",
  "{% assign cups = payload.items | where: 'name', 'Cup' %}{{ cups[0].name }}{{ cups.first.price }}",
  "{% assign cup = payload.items[0] %}{{ cup.name }}",
  "{{ payload.items | find: 'name', 'Cup' | json }}",
  "{% cycle 'a', payload.name %}",
  "{% raw %}{{ missing }}{% endraw %}",
  "{% comment %}{{ missing }}{% endcomment %}text",
  "{{ 'now' | date: '%Y' }}",
  "{% unless payload.note contains 'long' %}{{ payload.note }}{% endunless %}",
  "{{ payload.items[0]['price'] | plus: payload.items[1].price }}",
  "{% capture all %}{{ payload.name }}{% endcapture %}{{ all.size }}{{ all | upcase }}",
  "{% assign parts = 'a,b' | split: ',' %}{{ parts[1] }}{{ parts.last }}",
  "{{ steps.fetch.response.body.ok }}",
  "{{ steps['fetch']['response'].body['ok'] }}",
  "{% assign of = steps.digest-step %}{{ of.events.size }}",
  "{% for e in step.events %}{{ e.total }}{% endfor %}",
  "{{ subscriber.data['plan'] }}",
  "{{ payload | json }}",
  "{{ subscriber.subscriberId | append: payload.name }}",
  "{{ steps.digest-step.events.length }}",
  "{{ steps.digest-step.events.size }}",
  "{{ steps.digest-step.eventCount }}",
  "{{ steps.digest-step.events[0].payload.total }}",
  "{{ steps['digest-step'].events.first.time }}",
  "{% for e in steps.digest-step.events %}{{ e.payload.total }}{% endfor %}",
  "{{ steps.fetch.response.status }}",
  "{{ steps.wait.payload.from }}",
  "{{ steps.fork.branchId }}",
  "{{ steps.bell.seen }}",
  "{{ step.events.length }}",
  "{{ step.total_count }}",
  "{{ subscriber.firstName.size }}",
  "{{ subscriber.data.plan }}",
  "{{ branding.color }}",
])("%s prints, and is accepted", (template) => {
  expect(prints(template)).not.toBe("");
  expect(refused(template)).toEqual([]);
});

test.each([
  "{{ payload.missing }}",
  "{{ payload.items.length.name }}",
  "{{ payload.items.first.missing }}",
  "{{ payload.name.first }}",
  "{{ payload.name.missing }}",
  "{{ payload.order.missing }}",
  "{{ payload.choice.missing }}",
  "{{ payload.items.push }}",
  "{{ steps.digest-step.missing }}",
  "{{ steps.digest-step.events.missing }}",
  "{{ steps.bell.missing }}",
  "{{ size }}",
  "{{ missing }}",
])("%s is refused, and prints nothing", (template) => {
  expect(refused(template)).not.toEqual([]);
  expect(prints(template)).toBe("");
});

const KINDS = {
  list: { value: ["a"], schema: { type: "array", items: text } },
  text: { value: "a", schema: text },
  number: { value: 1, schema: { type: "number" } },
  flag: { value: true, schema: { type: "boolean" } },
  object: { value: { a: "b" }, schema: { type: "object", properties: { a: text }, additionalProperties: false } },
};
const READ = ["size", "length", "first", "last", "0", "-1", "a", "push", "constructor", "toString"];

test.each(Object.entries(KINDS))("of a %s, the schema has the keys that LiquidJS reads", (_kind, one) => {
  for (const key of READ) {
    const printed = renderText(`{{ at.it["${key}"] }}`, { at: { it: one.value } }, { escape: "none" });
    const place = schemaAt({ properties: { it: one.schema } }, ["it", key]);
    expect([key, place !== undefined]).toEqual([key, printed !== ""]);
  }
});

test("each filter of the catalogue takes a path of the schema", () => {
  for (const { name, args } of TEMPLATE_FILTERS) {
    const template = `{{ payload.items.length | ${name}${args === "" || args.startsWith("[") ? "" : ": 1"} }}`;
    expect([name, refused(template)]).toEqual([name, []]);
  }
});
