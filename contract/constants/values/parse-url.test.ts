import { expect, test } from "vitest";
import { hostOf, parseUrl } from "./parse-url.ts";
import { webAddressOf } from "./web-address.ts";

test("an address with letters beyond ASCII is one however often it is asked", () => {
  const refused = Array.from({ length: 40_000 }, () => webAddressOf("https://bücher.example/ü")).filter((url) => !url);
  expect(refused).toHaveLength(0);
});

test("a text that is no address is none", () => {
  expect(parseUrl("https://bücher.example")?.host).toBe("xn--bcher-kva.example");
  expect(["", "bücher.example", "/path", "http://"].map(parseUrl)).toEqual(Array(4).fill(undefined));
});

test("an address is named by its host, and any other text by itself", () => {
  const texts = ["https://bücher.example:8443/ü", "{{payload.url}}", "mailto:ada@example.org", ""];
  expect(texts.map(hostOf)).toEqual(["xn--bcher-kva.example:8443", ...texts.slice(1)]);
});
