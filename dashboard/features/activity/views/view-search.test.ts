import { expect, test } from "vitest";
import { viewSearchOf } from "./view-search.ts";

test.each([
  ["", ""],
  ["?page=3", ""],
  ["?channels=email&channels=sms&page=2&transactionId=7", "channels=email&channels=sms&transactionId=7"],
  ["?cursor=abc&before=&state=ignored", "state=ignored"],
])("of %j a view keeps %j", (searchText, kept) => {
  expect(viewSearchOf(searchText)).toBe(kept);
});
