import { expect, test } from "vitest";
import { countQuery, FeedQuery } from "./feed.ts";

test("a feed query defaults to the first page of ten and splits joined feed identifiers", () => {
  expect(FeedQuery.parse({ feedIdentifier: "billing,news" })).toEqual({
    page: 0,
    limit: 10,
    feedIdentifier: ["billing", "news"],
  });
  expect(FeedQuery.parse({ feedIdentifier: ["a", "b"], seen: "false", read: "true" })).toMatchObject({
    feedIdentifier: ["a", "b"],
    seen: false,
    read: true,
  });
});

test("the text undefined counts as an absent flag and as no feed", () => {
  const query = FeedQuery.parse({ seen: "undefined", feedIdentifier: "undefined" });
  expect(query.seen).toBeUndefined();
  expect(query.feedIdentifier).toBeUndefined();
});

test("a payload filter is base64 of a JSON object in UTF-8; anything else is refused", () => {
  const encoded = Buffer.from('{"order":{"city":"Zürich"}}').toString("base64");
  expect(FeedQuery.parse({ payload: encoded }).payload).toEqual({ order: { city: "Zürich" } });
  for (const bad of ["%%%", Buffer.from("[1]").toString("base64"), Buffer.from("nope").toString("base64")])
    expect(FeedQuery.safeParse({ payload: bad }).success).toBe(false);
});

test.each([
  ["Zürich", (json: string) => btoa(json)],
  ["Zürich", (json: string) => Buffer.from(json).toString("base64")],
  ["東京", (json: string) => Buffer.from(json).toString("base64")],
])("a payload filter is found as btoa and as UTF-8 encode it: %s", (city, encode) => {
  expect(FeedQuery.parse({ payload: encode(JSON.stringify({ city })) }).payload).toEqual({ city });
});

test.each([
  ["0", "must not be less than 1"],
  ["101", "must not be greater than 100"],
])("a limit of %s is refused for pages and counts", (limit, message) => {
  expect(countQuery(100).safeParse({ limit }).error?.issues[0]?.message).toBe(message);
  expect(FeedQuery.safeParse({ limit }).error?.issues[0]?.message).toBe(message);
});

test("a count limit that is no number, or none at all, means 100", () => {
  expect(countQuery(100).parse({ limit: "many" }).limit).toBe(100);
  expect(countQuery(100).parse({}).limit).toBe(100);
});
