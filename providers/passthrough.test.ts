import { expect, test } from "vitest";
import { startFakeVendor } from "./fake-vendor.ts";
import { createHttp } from "./http.ts";
import { withPassthrough } from "./passthrough.ts";

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
  const body = { tag: ["a", 1], count: 2 };
  expect(withPassthrough({ form: { to: "x", tag: "old" } }, { body }).form).toEqual({
    to: "x",
    tag: ["a", "1"],
    count: "2",
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
