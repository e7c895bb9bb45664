import { expect, test } from "vitest";
import { jsonFault } from "./json-fault.ts";

test.each(['{"a": [1, -2.5e3, "x", null]}', '"text"', " 12345678901234567890 "])(
  "valid JSON has no fault: %s",
  (text) => {
    expect(jsonFault(text)).toBeUndefined();
  },
);

test.each([
  ['{\n  "a": 1\n  "b": 2\n}', "line 3, column 3: a comma is missing"],
  ['{"a": 1,}', "line 1, column 9: a name in double quotes is missing"],
  ['{"a": yes}', "line 1, column 7: this is no value; texts need double quotes"],
  ["{'a': 1}", "line 1, column 2: this is no value; texts need double quotes"],
  ['{"a": 1', "line 1, column 8: a } is missing"],
  ['["a"', "line 1, column 5: a ] is missing"],
  ['{"a" 1}', "line 1, column 6: a colon is missing"],
  ['{"a": "b', "line 1, column 7: a double quote is missing"],
  ["{} {}", "line 1, column 4: the text should end here"],
  ["// note\n{}", "line 1, column 1: comments are not allowed"],
  ["", "line 1, column 1: a value is missing"],
])("the first fault is named with its place: %j", (text, place) => {
  expect(jsonFault(text)?.message).toBe(`has an error in ${place}`);
});

test("a number that is larger than any is named with its place", () => {
  expect(jsonFault('{"a": {"b": [1, 1e400]}}')?.message).toBe(
    "has a number beyond 1.8e308 in a.b.1: write a smaller one, or its digits as a text",
  );
});
