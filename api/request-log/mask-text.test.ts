import { expect, test } from "vitest";
import { maskText } from "./mask-text.ts";

const SECRET = "s3cret-value-1234";

test.each([
  ["fields by their names", { apiKey: SECRET, name: "Mail" }, { apiKey: "nvsk.1234", name: "Mail" }],
  [
    "all of the credentials",
    { credentials: { user: SECRET, more: [SECRET] } },
    { credentials: { user: "nvsk.1234", more: ["nvsk.1234"] } },
  ],
  ["numbers that are secret", { password: 12345678, total: 5 }, { password: "nvsk.", total: 5 }],
  ["lists of tokens", { deviceTokens: [SECRET], topics: [SECRET] }, { deviceTokens: ["nvsk.1234"], topics: [SECRET] }],
  [
    "headers of requests",
    { headers: { "X-Key": SECRET, Accept: "text/html" } },
    { headers: { "X-Key": "nvsk.1234", Accept: "text/html" } },
  ],
  [
    "headers in a list",
    { headers: [{ key: "X-Key", value: SECRET }] },
    { headers: [{ key: "X-Key", value: "nvsk.1234" }] },
  ],
  [
    "addresses with a token",
    { url: `https://a.example/x?token=${SECRET}&b=1` },
    { url: "https://a.example/x?token=[secret]&b=1" },
  ],
  ["names that are escaped", JSON.parse(`{"pass\\u0077ord": "${SECRET}"}`), { password: "nvsk.1234" }],
  ["values with quotes", { secret: 'a"b\\"cdefghi' }, { secret: "nvsk.fghi" }],
  [
    "nothing that is no secret",
    { key: "crew", code: "a", state: "b", empty: "", none: null, secret: "" },
    { key: "crew", code: "a", state: "b", empty: "", none: null, secret: "" },
  ],
])("%s", (_, given, shown) => {
  expect(JSON.parse(maskText(JSON.stringify(given)))).toEqual(shown);
});

test("names of an operation's own secrets are masked, too", () => {
  expect(maskText('{"data":{"key":"nvsk-abcdefgh","name":"x"}}', ["key"])).toBe(
    '{"data":{"key":"nvsk.efgh","name":"x"}}',
  );
});

test("what is written stays as it is but for its secrets", () => {
  const text = '{ "a" : [1.0, 2e5, 12345678901234567890],\n  "b": "\\u0041" }';
  expect(maskText(text)).toBe(text);
});

test("a name that is escaped is the same name", () => {
  expect(maskText(String.raw`{"pass\u0077ord":"abcdefgh"}`.replace("\\\\", "\\"))).toContain('"nvsk.efgh"');
});

test("a secret that is cut is masked without its end", () => {
  const text = JSON.stringify({ name: "a", password: SECRET });
  for (let end = 0; end <= text.length; end++) {
    const masked = maskText(text.slice(0, end));
    expect(masked).not.toContain("s3c");
  }
  expect(maskText('{"password":"abc\\u00')).toBe('{"password":"nvsk.');
});

test.each([
  "",
  "}",
  "]]]",
  '{"',
  '"',
  "{{{{",
  '{"a":}',
  "\\",
  '{"password"',
  '{"password":',
  "undefined",
  "[1,2",
  "\0",
  "\ud800",
])("text that is no JSON is taken as it is: %j", (text) => {
  expect(maskText(text)).toBe(text);
});
