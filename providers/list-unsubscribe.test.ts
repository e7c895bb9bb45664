import { expect, test } from "vitest";
import { withListUnsubscribe } from "./list-unsubscribe.ts";

const unsubscribeUrl = "https://belfry.example.com/u";
const own = {
  "List-Unsubscribe": "<https://belfry.example.com/u>",
  "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
};

test("both headers are added to those of the sender", () => {
  const headers = { "X-Campaign": "spring" };
  expect(withListUnsubscribe({ headers, unsubscribeUrl })).toEqual({ ...headers, ...own });
  expect(withListUnsubscribe({ unsubscribeUrl })).toEqual(own);
});

test.each([
  ["the address", { "list-unsubscribe": "<mailto:u@example.com>" }],
  ["the one for the POST", { "LIST-UNSUBSCRIBE-POST": "List-Unsubscribe=One-Click" }],
])("a sender's own header for %s wins, whatever its case", (_, headers) => {
  expect(withListUnsubscribe({ headers, unsubscribeUrl })).toEqual(headers);
  expect(withListUnsubscribe({ passthrough: { body: {}, query: {}, headers }, unsubscribeUrl })).toEqual({});
});

test("a mail without an address for it has none", () => {
  expect(withListUnsubscribe({ headers: { "X-A": "1" } })).toEqual({ "X-A": "1" });
});
