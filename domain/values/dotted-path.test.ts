import { expect, test } from "vitest";
import { getPath, withPath } from "./dotted-path.ts";

const order = {
  id: 7,
  buyer: { name: "Ann", tags: ["vip"] },
  items: [{ sku: "a" }, { sku: "b" }],
  "a.b": 1,
  none: null,
};

test.each<[string, unknown]>([
  ["id", 7],
  ["buyer.name", "Ann"],
  ["items.1.sku", "b"],
  ["buyer.tags.0", "vip"],
  ["a.b", 1],
  ["none", null],
  ["none.deeper", undefined],
  ["id.toFixed", undefined],
  ["buyer.missing.name", undefined],
  ["", undefined],
])("path %j reads %j", (path, value) => {
  expect(getPath(order, path)).toEqual(value);
});

test.each(["__proto__", "constructor", "buyer.toString", "constructor.prototype"])(
  "%s is not read: only own properties are visible",
  (path) => {
    expect(getPath(order, path)).toBeUndefined();
  },
);

test("nothing can be read from what is not an object", () => {
  expect(getPath("text", "length")).toBeUndefined();
  expect(getPath(null, "a")).toBeUndefined();
  expect(getPath(undefined, "a")).toBeUndefined();
});

test("a value is placed at its path beside what is there, in a copy", () => {
  const source = { user: { name: "Ann" } };
  expect(withPath(source, "user.address.city", "Rome")).toEqual({ user: { name: "Ann", address: { city: "Rome" } } });
  expect(source).toEqual({ user: { name: "Ann" } });
});

test.each([{ user: "Ann" }, { user: null }, { user: ["Ann"] }])("nothing is placed inside %j", (source) => {
  expect(withPath(source, "user.name", "x")).toBe(source);
});

test.each(["__proto__.polluted", "constructor.prototype.polluted", "a.__proto__.polluted", "prototype", ""])(
  "placing a value at %j changes no prototype",
  (path) => {
    const result = withPath({}, path, true);
    expect(result).toEqual({});
    expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
  },
);
