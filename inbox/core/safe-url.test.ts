import { expect, test } from "vitest";
import { safeImageUrl, safeUrl } from "./safe-url.ts";

test.each([
  "https://a.example/x",
  "http://a.example",
  "mailto:a@b.example",
  "tel:+411234",
  "/orders",
  "orders?x=1",
  "#top",
])("%s may be followed", (url) => {
  expect(safeUrl(url)).toBe(url);
});

test.each([
  "javascript:alert(1)",
  " JavaScript:alert(1)",
  "java\tscript:alert(1)",
  "\u0001javascript:alert(1)",
  "data:text/html,x",
  "vbscript:x",
  "blob:https://a.example/1",
  "file:///etc/passwd",
  "http://[",
  "",
  null,
])("%j may not", (url) => {
  expect(safeUrl(url)).toBeUndefined();
});

test("an address to write or to call is no picture", () => {
  expect(safeImageUrl("mailto:a@b.example")).toBeUndefined();
  expect(safeImageUrl("https://a.example/x.png")).toBe("https://a.example/x.png");
});
