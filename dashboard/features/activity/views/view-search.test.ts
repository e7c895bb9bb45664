import { expect, test } from "vitest";
import { viewSearchOf } from "./view-search.ts";

test.each([
  ["", ""],
  ["?page=3", ""],
  ["?channels=%5B%22email%22%5D&page=2&transactionId=7", "channels=%5B%22email%22%5D&transactionId=7"],
  ["?cursor=abc&before=&state=ignored", "state=ignored"],
])("of %j a view keeps %j", (searchText, kept) => {
  expect(viewSearchOf(searchText)).toBe(kept);
});
