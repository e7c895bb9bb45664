import { expect, test } from "vitest";
import { parseSearch, stringifySearch } from "./search-params.ts";

test("lists are in the address as repeated names and come back as lists", () => {
  const text = stringifySearch({ channels: ["email", "sms"], transactionId: "order 7&8" });
  expect(text).toBe("?channels=email&channels=sms&transactionId=order+7%268");
  expect(parseSearch(text)).toEqual({ channels: ["email", "sms"], transactionId: "order 7&8" });
});

test("a transactionId of digits stays text", () => {
  expect(parseSearch("?transactionId=0042")).toEqual({ transactionId: "0042" });
});

test("what is empty leaves no trace in the address", () => {
  expect(stringifySearch({ query: "", channels: [], page: undefined })).toBe("");
});
