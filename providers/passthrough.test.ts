import { expect, test } from "vitest";
import { withPassthrough } from "./passthrough.ts";

test("what is passed through is merged over the adapter's request: objects by key, lists one after the other", () => {
  const request = {
    json: { text: "Hi", to: ["a"], options: { a: 1, b: 1 } },
    headers: { "X-Own": "1", Accept: "x" },
    query: { a: "1" },
  };
  const passthrough = {
    body: { text: "Hello", to: ["b"], options: { b: 2 }, extra: null },
    headers: { "x-own": "2", "X-More": "3" },
    query: { b: "2" },
  };
  expect(withPassthrough(request, passthrough)).toEqual({
    json: { text: "Hello", to: ["a", "b"], options: { a: 1, b: 2 }, extra: null },
    headers: { Accept: "x", "x-own": "2", "X-More": "3" },
    query: { a: "1", b: "2" },
  });
  expect(withPassthrough(request)).toEqual(request);
});

test("keys that change what objects are, and headers of the connection, are left out", () => {
  const body = JSON.parse('{"__proto__": {"polluted": true}, "a": {"constructor": 1, "b": 2}}');
  const { json, headers } = withPassthrough(
    { json: { a: {} } },
    { body, headers: { Host: "evil.example", "Content-Length": "1" } },
  );
  expect([json, headers, ({} as { polluted?: true }).polluted]).toEqual([{ a: { b: 2 } }, {}, undefined]);
});

test("objects in each other come to an end", () => {
  let deep: object = {};
  for (let level = 0; level < 10_000; level++) deep = { deep };
  expect(withPassthrough({ json: deep }, { body: { ...deep } }).json).toBeDefined();
});
