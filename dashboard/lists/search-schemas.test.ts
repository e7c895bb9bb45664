import { expect, test } from "vitest";
import { choiceParam, listParam, pageParam, patternParam, searchSchema, textParam } from "./search-schemas.ts";

const Search = searchSchema({
  page: pageParam,
  query: textParam,
  channels: listParam(choiceParam(["email", "sms"])),
  ids: listParam(patternParam(/^\d+$/)),
});
const ABSENT = { page: 0, query: "", channels: [], ids: [] };

test("what an address does not say is absent", () => {
  expect(Search.parse({})).toEqual(ABSENT);
});

test("values are read, one of a list as a list, and what is not in the schema is left out", () => {
  const given = { page: "2", query: "welcome", channels: "sms", ids: ["1", "2"], more: "x" };
  expect(Search.parse(given)).toEqual({ page: 2, query: "welcome", channels: ["sms"], ids: ["1", "2"] });
});

test.each([
  { page: "-1" },
  { page: "1.5" },
  { page: "NaN" },
  { page: "9".repeat(30) },
  { page: ["1", "2"] },
  { query: ["a", "b"] },
  { channels: ["email", "fax"] },
  { ids: "one" },
])("a value that does not fit counts as absent: %j", (given) => {
  expect(Search.parse(given)).toEqual(ABSENT);
});
