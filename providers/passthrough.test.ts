import { expect, test } from "vitest";
import { startFakeVendor } from "#test/support/fake-vendor.ts";
import { createHttp } from "./http/http.ts";
import { mergePassthroughs, withPassthrough } from "./passthrough.ts";

test("a JSON body is merged deeply, lists are joined, and headers and query are added; what means something to JavaScript is not", () => {
  const body = JSON.parse('{"to":["c"],"options":{"b":{"d":3}},"text":"new","__proto__":{"evil":1}}');
  const request = withPassthrough(
    {
      json: { to: ["a"], options: { a: 1, b: { c: 2 } }, text: "old" },
      headers: { "x-own": "1", "x-both": "own" },
      query: { own: "1" },
    },
    { body, headers: { "x-both": "code" }, query: { added: "2" } },
  );
  expect(request).toEqual({
    json: { to: ["a", "c"], options: { a: 1, b: { c: 2, d: 3 } }, text: "new" },
    headers: { "x-own": "1", "x-both": "code" },
    query: { own: "1", added: "2" },
  });
  expect(Object.keys(Object.prototype)).toEqual([]);
});

test("a form gets texts, and any other body stays as it is", () => {
  const body = { tag: ["a", 1], count: 2, variables: { name: "Ada" } };
  expect(withPassthrough({ form: { to: "x", tag: "old" } }, { body }).form).toEqual({
    to: "x",
    tag: ["a", "1"],
    count: "2",
    variables: '{"name":"Ada"}',
  });
  expect(withPassthrough({ body: "text" }, { body }).body).toBe("text");
});

test("a client with additions makes them to what it sends, and not to what it reads", async () => {
  const vendor = await startFakeVendor();
  const seen: unknown[] = [];
  vendor.answer = (request, body, response) => {
    seen.push([request.method, request.url, request.headers["x-code"], body]);
    response.end("{}");
  };
  const http = createHttp({ allowPrivateHosts: true });
  const adding = http.withPassthrough({ body: { b: 2 }, headers: { "x-code": "1" }, query: { q: "1" } });
  await adding.get(`${vendor.url}/read`);
  await adding.withSignal(new AbortController().signal).post(`${vendor.url}/send`, { json: { a: 1 } });
  expect(seen).toEqual([
    ["GET", "/read", undefined, ""],
    ["POST", "/send?q=1", "1", '{"a":1,"b":2}'],
  ]);
  await http.close();
  vendor.close();
});

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

test("integers beyond 2^53 are passed through with all their digits", () => {
  const body = { orderId: 9007199254740993n, list: [9007199254740995n], in: { id: 9007199254740997n } };
  const request = withPassthrough({ json: { in: { x: 1 } }, form: {} }, { body });
  expect(JSON.stringify(request.json)).toBe(
    '{"in":{"x":1,"id":9007199254740997},"orderId":9007199254740993,"list":[9007199254740995]}',
  );
  expect(request.form).toEqual({
    orderId: "9007199254740993",
    list: ["9007199254740995"],
    in: '{"id":9007199254740997}',
  });
});

test("two additions are one, in which the narrower ones win", () => {
  const wide = { body: { a: 1, list: [1], in: { x: 1 } }, headers: { "X-A": "1", "x-b": "1" }, query: { q: "1" } };
  const narrow = { body: { a: 2, list: [2], in: { y: 2 } }, headers: { "x-a": "2" } };
  expect(mergePassthroughs(wide, narrow)).toEqual({
    body: { a: 2, list: [1, 2], in: { x: 1, y: 2 } },
    headers: { "x-a": "2", "x-b": "1" },
    query: { q: "1" },
  });
  expect(mergePassthroughs()).toEqual({ body: {}, headers: {}, query: {} });
});
