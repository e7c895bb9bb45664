import { expect, test } from "vitest";
import { FILTER_OPERATORS, type FilterOperator } from "#contract/constants/conditions.ts";
import { compareValues, textOf } from "./filter-operators.ts";

const instant = "2024-05-04T10:00:00.000Z";

const KINDS = ["text", "number", "boolean", "list", "null", "missing"] as const;
type Kind = (typeof KINDS)[number];

/** A value of each kind that a condition may find. */
const FOUND: Record<Kind, unknown> = {
  text: "b",
  number: 5,
  boolean: true,
  list: ["a", "b"],
  null: null,
  missing: undefined,
};

/** For each kind of found value: expected values for which the operator passes, and those for which it fails. */
const OPERATORS: Record<FilterOperator, Record<Kind, [passes: unknown[], fails: unknown[]]>> = {
  EQUAL: {
    text: [["b"], ["B", "a", ""]],
    number: [
      ["5", 5, "5.0"],
      ["6", "b", "", null],
    ],
    boolean: [
      ["true", true],
      ["false", "1", ""],
    ],
    list: [[], ["b", "a,b", ["a", "b"]]],
    null: [[null], ["null", ""]],
    missing: [[], ["b", "", "undefined", undefined]],
  },
  NOT_EQUAL: {
    text: [["B", "a", ""], ["b"]],
    number: [
      ["6", "b"],
      ["5", 5],
    ],
    boolean: [
      ["false", "1"],
      ["true", true],
    ],
    list: [["b", "a,b"], []],
    null: [["null", "b"], [null]],
    missing: [["b", "", undefined], []],
  },
  LARGER: {
    text: [["a"], ["b", "c"]],
    number: [
      ["4", "-1"],
      ["5", "6", "b"],
    ],
    boolean: [["false"], ["true"]],
    list: [[], ["a", ""]],
    null: [[], ["-1", "a"]],
    missing: [[], ["-1", "a"]],
  },
  LARGER_EQUAL: {
    text: [["a", "b"], ["c"]],
    number: [
      ["4", "5"],
      ["6", "b"],
    ],
    boolean: [["false", "true"], []],
    list: [[], ["a", ""]],
    null: [[], ["0", "a"]],
    missing: [[], ["0", "a"]],
  },
  SMALLER: {
    text: [["c"], ["a", "b"]],
    number: [["6"], ["4", "5", "b"]],
    boolean: [[], ["true", "false"]],
    list: [[], ["c"]],
    null: [[], ["1", "a"]],
    missing: [[], ["1", "a"]],
  },
  SMALLER_EQUAL: {
    text: [["b", "c"], ["a"]],
    number: [
      ["5", "6"],
      ["4", "b"],
    ],
    boolean: [["true"], ["false"]],
    list: [[], ["c"]],
    null: [[], ["0", "a"]],
    missing: [[], ["0", "a"]],
  },
  IN: {
    text: [["b"], ["c", "a,b"]],
    number: [[], ["5", "4,5"]],
    boolean: [[], ["true"]],
    list: [
      ["a", "b"],
      ["c", "a,b", ""],
    ],
    null: [[], ["a", ""]],
    missing: [[], ["a", ""]],
  },
  NOT_IN: {
    text: [["c", "a,b"], ["b"]],
    number: [["5"], []],
    boolean: [["true"], []],
    list: [
      ["c", "a,b"],
      ["a", "b"],
    ],
    null: [["a", ""], []],
    missing: [["a", ""], []],
  },
  IS_DEFINED: {
    text: [["x", "", undefined], []],
    number: [["x", ""], []],
    boolean: [["x", ""], []],
    list: [["x", ""], []],
    null: [["x", ""], []],
    missing: [[], ["x", "", undefined]],
  },
  LIKE: {
    text: [["b", "B", "%"], ["c"]],
    number: [["5"], ["6"]],
    boolean: [[], ["true", "r"]],
    list: [[], ["a"]],
    null: [[], ["", "null"]],
    missing: [[], ["", "%"]],
  },
  NOT_LIKE: {
    text: [["c"], ["b", "B", "%"]],
    number: [["6"], ["5"]],
    boolean: [["true"], []],
    list: [["a"], []],
    null: [["", "a"], []],
    missing: [["", "%"], []],
  },
  BETWEEN: {
    text: [
      ["a,c", "b, b", ["a", "b"]],
      ["c,d", "c,a", "a"],
    ],
    number: [
      ["1,5", [5, 9], "5,9"],
      ["6,9", "9,1", "5", "1,5,9"],
    ],
    boolean: [["false,true"], ["false,false"]],
    list: [[], ["a,b"]],
    null: [[], ["0,1"]],
    missing: [[], ["0,1"]],
  },
  NOT_BETWEEN: {
    text: [["c,d"], ["a,c", ["a", "b"]]],
    number: [["6,9"], ["1,5", [5, 9]]],
    boolean: [["false,false"], ["false,true"]],
    list: [["a,b"], []],
    null: [[], ["0,1"]],
    missing: [[], ["0,1"]],
  },
  ALL_IN: {
    text: [["b", ["b"], "b, b"], ["a,b"]],
    number: [["5", [5]], ["5,6"]],
    boolean: [["true"], ["true,false"]],
    list: [
      ["a,b", "b", ["a"]],
      ["a,c", ["c"]],
    ],
    null: [[], ["a", ""]],
    missing: [[], ["a", ""]],
  },
  ANY_IN: {
    text: [["a,b", ["b"]], ["a,c"]],
    number: [["4,5"], ["4,6"]],
    boolean: [["false,true"], ["false"]],
    list: [["c,b", ["a"]], ["c,d"]],
    null: [[], ["a", ""]],
    missing: [[], ["a", ""]],
  },
};

const rows = FILTER_OPERATORS.flatMap((operator) => KINDS.map((kind) => ({ operator, kind })));

test.each(rows)("the operator $operator with a found $kind", ({ operator, kind }) => {
  const [passes, fails] = OPERATORS[operator][kind];
  const passing = (expected: unknown) => compareValues(operator, FOUND[kind], expected);
  expect(passes.map((expected) => [expected, passing(expected)])).toEqual(passes.map((expected) => [expected, true]));
  expect(fails.map((expected) => [expected, passing(expected)])).toEqual(fails.map((expected) => [expected, false]));
  expect(passes.length + fails.length).toBeGreaterThan(0);
});

test.each<[FilterOperator | undefined, unknown, unknown, boolean]>([
  ["EQUAL", "7", 7, true],
  ["EQUAL", 0, "", false],
  ["EQUAL", false, "false", true],
  ["EQUAL", false, "true", false],
  ["LARGER", 10, "9", true],
  ["LARGER", "10", "9", false],
  ["LARGER", "2024-05-05", "2024-05-04", true],
  ["LARGER", new Date(instant), "2024-05-04T09:00:00.000Z", true],
  ["IN", "a,b", "b", true],
  ["IN", [1, 2], "2", true],
  ["LIKE", "Ann Lee", "LEE", true],
  ["LIKE", "Ann Lee", "a%n l%e", true],
  ["LIKE", "Ann Lee", "lee%ann", false],
  ["LIKE", 1234, "23", true],
  ["LIKE", "a.c", "abc", false],
  ["ALL_IN", [1, 2, 3], "1,3", true],
  ["IN", [false, "a"], "b", false],
  ["IN", [false, "a"], "false", true],
  ["ANY_IN", false, "pro,basic", false],
  ["EQUAL", 5, [5], false],
  ["EQUAL", 5, { valueOf: null, toString: null }, false],
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
  ["LIKE", instant, "2024-05%", true],
  ["IN", ["a", "b"], "b", true],
  ["NOT_IN", instant, "2024", false],
  ["ALL_IN", [instant], instant, true],
  ["ANY_IN", "a", "a,b", true],
])("as dates, %s: %j against %j is %j", (operator, actual, expected, passed) => {
  expect(compareValues(operator, actual, expected, { asDates: true })).toBe(passed);
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
