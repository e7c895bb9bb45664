import { expect, test } from "vitest";
import { missingVariables } from "./missing-variables.ts";

const DATA = {
  payload: { name: "Ada", empty: "", none: null, orders: [{ id: 1 }, { id: 2, note: "x" }], nobody: [] },
  name: "Ada",
  subscriber: { firstName: "Ada", data: {} },
};

test.each([
  ["{{ payload.name }} {{ name }} {{ payload.empty }}", []],
  ["{{ payload.nme }} {{ payload.none }} {{ nme }}", ["payload.nme", "payload.none", "nme"]],
  ["{{ payload.x }} {{ payload.x | upcase }}", ["payload.x"]],
  ["{{ subscriber.data.plan }} {{ tenant.name }}", ["subscriber.data.plan", "tenant.name"]],
  // What the template asks for first, or has something else for, it can do without.
  ["{% if payload.x %}{{ payload.x }}{% endif %}", []],
  ['{{ payload.x | default: "none" }}', []],
  ["{{ payload.x | default: payload.y }}", ["payload.y"]],
  ["{{ payload.x | append: payload.name }}", ["payload.x"]],
  ["{% for order in payload.orders %}{{ order.id }}{{ order.note }}{% endfor %}", ["payload.orders.note"]],
  ["{% for one in payload.nobody %}{{ one.name }}{% endfor %}{{ payload.orders.size }}", []],
  ["{% assign total = payload.name %}{{ total }}", []],
  ["{{ payload.name.first }} {{ payload.name.size }}", ["payload.name.first"]],
  ["{{ payload.x", []],
  ["no variables", []],
])("%s lacks %j", (template, expected) => {
  expect(missingVariables([template], DATA)).toEqual(expected);
});
