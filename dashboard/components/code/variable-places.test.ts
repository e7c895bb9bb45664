import { expect, test } from "vitest";
import { missingValues } from "./missing-values.ts";
import { variablePlaces } from "./variable-places.ts";

test.each([
  ["{{ payload.order.id }}", ["payload.order.id"]],
  ['{{ payload["order id"].x | append: payload.y }}', ["payload.order id.x", "payload.y"]],
  [
    "{% for item in payload.items %}{{ item.name }} {{ forloop.index }}{% endfor %}{{ item.name }}",
    ["payload.items", "payload.items.name", "item.name"],
  ],
  ["{% each item in payload.items %}{{ item.name }}{% endeach %}", ["payload.items", "payload.items.name"]],
  [
    "{% assign a = payload.order %}{{ a.id }}{% assign b = payload.x | size %}{{ b }}",
    ["payload.order", "payload.order.id", "payload.x"],
  ],
  [
    "{{ payload.items[0].name }} {{ payload[subscriber.locale].x }}",
    ["payload.items.name", "payload", "subscriber.locale"],
  ],
  ["{% if payload.a == 'payload.b' %}{% elsif payload.c %}{% endif %}payload.d", ["payload.a", "payload.c"]],
  ["{% for i in (1..payload.count) %}{% endfor %}", ["payload.count"]],
  ["{{ payload.a", []],
])("the variables of %s", (text, expected) => {
  const places = variablePlaces(text);
  expect(places.map(({ keys }) => keys.join("."))).toEqual(expected);
  for (const { written } of places)
    for (const { key, begin, end } of written) expect(text.slice(begin, end).replaceAll('"', "")).toBe(key);
});

test("variables without a value are marked where they stand, unless a filter has one for them", () => {
  const text = "{{ payload.a }} {{ payload.a | default: 1 }} {{ payload.b }} {{ payload.a.c }}";
  expect(missingValues(text, ["payload.a"])).toEqual([
    { from: 3, to: 12, severity: "info", message: "payload.a has no value in this sample." },
  ]);
});
