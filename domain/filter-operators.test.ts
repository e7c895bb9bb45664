import { expect, test } from "vitest";
import { FILTER_OPERATORS, type FilterOperator } from "#contract/constants/conditions.ts";
import { compareValues, textOf } from "./filter-operators.ts";

const list = ["a", "b"];
const instant = "2024-05-04T10:00:00.000Z";

test.each<[FilterOperator | undefined, unknown, unknown, boolean]>([
  ["EQUAL", "Ann", "Ann", true],
  ["EQUAL", "Ann", "ann", false],
  ["EQUAL", 7, "7", true],
  ["EQUAL", 7, "8", false],
  ["EQUAL", 0, "", false],
  ["EQUAL", "7", 7, true],
  ["EQUAL", true, "true", true],
  ["EQUAL", true, true, true],
  ["EQUAL", false, "false", true],
  ["EQUAL", false, "true", false],
  ["EQUAL", null, null, true],
  ["EQUAL", null, "null", false],
  ["EQUAL", undefined, undefined, false],
  ["EQUAL", undefined, "undefined", false],
  ["EQUAL", list, "a,b", false],
  ["NOT_EQUAL", "Ann", "Bob", true],
  ["NOT_EQUAL", 7, "7", false],
  ["NOT_EQUAL", undefined, "x", true],
  ["NOT_EQUAL", null, "x", true],
  ["LARGER", 3, "2", true],
  ["LARGER", 2, "2", false],
  ["LARGER", 10, "9", true],
  ["LARGER", "10", "9", false],
  ["LARGER", "2024-05-05", "2024-05-04", true],
  ["LARGER", new Date(instant), "2024-05-04T09:00:00.000Z", true],
  ["LARGER", undefined, "1", false],
  ["LARGER", null, "-1", false],
  ["LARGER", list, "a", false],
  ["LARGER", 3, "two", false],
  ["LARGER_EQUAL", 2, "2", true],
  ["LARGER_EQUAL", 1, "2", false],
  ["SMALLER", 1, "2", true],
  ["SMALLER", 2, "2", false],
  ["SMALLER", null, "2", false],
  ["SMALLER_EQUAL", 2, "2", true],
  ["SMALLER_EQUAL", 3, "2", false],
  ["IN", "a,b", "b", true],
  ["IN", list, "b", true],
  ["IN", list, "c", false],
  ["IN", [1, 2], "2", true],
  ["IN", undefined, "b", false],
  ["IN", 7, "7", false],
  ["NOT_IN", list, "c", true],
  ["NOT_IN", list, "a", false],
  ["NOT_IN", undefined, "a", true],
  ["NOT_IN", 7, "7", true],
  ["IS_DEFINED", null, "", true],
  ["IS_DEFINED", false, "", true],
  ["IS_DEFINED", "", "", true],
  ["IS_DEFINED", undefined, "", false],
  ["LIKE", "Ann Lee", "LEE", true],
  ["LIKE", "Ann Lee", "a%n l%e", true],
  ["LIKE", "Ann Lee", "lee%ann", false],
  ["LIKE", 1234, "23", true],
  ["LIKE", undefined, "", false],
  ["LIKE", list, "a", false],
  ["LIKE", "a.c", "abc", false],
  ["NOT_LIKE", "Ann", "bob", true],
  ["NOT_LIKE", "Ann", "an", false],
  ["NOT_LIKE", undefined, "an", true],
  ["BETWEEN", 5, "1,5", true],
  ["BETWEEN", 1, [1, 5], true],
  ["BETWEEN", 6, ["1", "5"], false],
  ["BETWEEN", "c", "a, d", true],
  ["BETWEEN", 5, "1", false],
  ["BETWEEN", 2, "1,3,5", false],
  ["BETWEEN", undefined, "1,5", false],
  ["NOT_BETWEEN", 6, "1,5", true],
  ["NOT_BETWEEN", 5, "1,5", false],
  ["NOT_BETWEEN", undefined, "1,5", false],
  ["NOT_BETWEEN", null, "1,5", false],
  ["ALL_IN", list, "a,b", true],
  ["ALL_IN", list, ["a"], true],
  ["ALL_IN", list, "a,c", false],
  ["ALL_IN", "a", "a", true],
  ["ALL_IN", [1, 2, 3], "1,3", true],
  ["ALL_IN", undefined, "a", false],
  ["ANY_IN", list, "c,b", true],
  ["ANY_IN", list, "c,d", false],
  ["ANY_IN", 7, "6,7", true],
  ["ANY_IN", null, "a", false],
  [undefined, "a", "a", false],
])("%s: %j against %j is %j", (operator, actual, expected, passed) => {
  expect(compareValues(operator, actual, expected)).toBe(passed);
});

test.each<[FilterOperator, unknown, unknown, boolean]>([
  ["EQUAL", instant, "2024-05-04T12:00:00+02:00", true],
  ["LARGER", "2024-05-04T11:00:00+02:00", instant, false],
  ["SMALLER", new Date(instant), "2024-05-05", true],
  ["BETWEEN", instant, "2024-05-04,2024-05-05", true],
  ["EQUAL", "not a date", "not a date", false],
  ["NOT_EQUAL", undefined, instant, true],
])("as dates, %s: %j against %j is %j", (operator, actual, expected, passed) => {
  expect(compareValues(operator, actual, expected, { asDates: true })).toBe(passed);
});

test.each(FILTER_OPERATORS)("%s has an answer that is true for something", (operator) => {
  const samples: [unknown, unknown][] = [
    ["b", "b"],
    ["b", "c"],
    ["b", "a"],
    [list, "a"],
    ["b", "a,c"],
    ["b", "c,d"],
  ];
  expect(samples.some(([actual, expected]) => compareValues(operator, actual, expected))).toBe(true);
});

test.each<[unknown, string]>([
  [["a", 1], '["a",1]'],
  [{ a: 1 }, '{"a":1}'],
  [new Date(instant), instant],
  [undefined, ""],
  [null, ""],
  [false, "false"],
])("%j is recorded as %j", (value, text) => {
  expect(textOf(value)).toBe(text);
});
