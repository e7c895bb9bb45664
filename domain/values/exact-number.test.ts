import fc from "fast-check";
import { expect, test } from "vitest";
import type { FilterOperator } from "#contract/constants/conditions.ts";
import { compareValues } from "../conditions/filter-operators.ts";
import { holds } from "../conditions/json-logic.ts";
import { schemaFaults } from "../json-schemas/json-schema.ts";

const ID = 9007199254740993n;
const OTHER = 9007199254740992n;

test.each<[FilterOperator, unknown, boolean]>([
  ["EQUAL", "9007199254740993", true],
  ["EQUAL", "9007199254740992", false],
  ["EQUAL", ID, true],
  ["EQUAL", Number(OTHER), false],
  ["NOT_EQUAL", "9007199254740992", true],
  ["LARGER", "9007199254740992", true],
  ["LARGER", "9007199254740993", false],
  ["LARGER_EQUAL", ID, true],
  ["SMALLER", 9007199254740994n, true],
  ["SMALLER", "5", false],
  ["BETWEEN", "9007199254740993, 9007199254740993", true],
  ["BETWEEN", [1, OTHER], false],
  ["ANY_IN", "9007199254740992, 9007199254740993", true],
  ["ANY_IN", [OTHER], false],
  ["LIKE", "%0993", true],
  ["EQUAL", "", false],
  ["EQUAL", {}, false],
])("the condition %s %s of an integer beyond 2^53 is %s", (operator, expected, outcome) => {
  expect(compareValues(operator, ID, expected)).toBe(outcome);
});

test("a list has an integer beyond 2^53 only with the same digits", () => {
  expect(compareValues("IN", [ID], "9007199254740993")).toBe(true);
  expect(compareValues("IN", [ID], "9007199254740992")).toBe(false);
  expect(compareValues("IN", [5, "x"], "5")).toBe(true);
});

test.each<[object, boolean]>([
  [{ "==": [{ var: "id" }, ID] }, true],
  [{ "==": [{ var: "id" }, "9007199254740993"] }, true],
  [{ "==": [{ var: "id" }, OTHER] }, false],
  [{ "===": [{ var: "id" }, OTHER] }, false],
  [{ "!==": [{ var: "id" }, ID] }, false],
  [{ ">": [{ var: "id" }, "9007199254740992"] }, true],
  [{ "<=": [{ var: "id" }, OTHER] }, false],
  [{ in: [{ var: "id" }, [OTHER, ID]] }, true],
  [{ in: [{ var: "id" }, [OTHER]] }, false],
  [{ between: [{ var: "id" }, 1, OTHER] }, false],
  [{ startsWith: [{ var: "text" }, "9"] }, true],
  [{ "!!": [{ var: "id" }] }, true],
])("the rule %j is %s", (rule, outcome) => {
  expect(holds(rule, { id: ID, text: "9" })).toBe(outcome);
});

test("an integer beyond 2^53 is an integer and a number of a schema, within its limits", () => {
  const messages = (schema: object, value: unknown) => schemaFaults(schema, value).map(({ keyword }) => keyword);
  expect(messages({ type: "integer" }, ID)).toEqual([]);
  expect(messages({ type: ["string", "number"] }, ID)).toEqual([]);
  expect(messages({ type: "string" }, ID)).toEqual(["type"]);
  expect(messages({ minimum: ID, exclusiveMaximum: 9007199254740994n }, ID)).toEqual([]);
  expect(messages({ maximum: OTHER }, ID)).toEqual(["maximum"]);
  expect(messages({ maximum: 5 }, ID)).toEqual(["maximum"]);
  expect(messages({ enum: [OTHER, ID] }, ID)).toEqual([]);
  expect(messages({ enum: [OTHER] }, ID)).toEqual(["enum"]);
  expect(messages({ enum: [[ID]] }, [ID])).toEqual([]);
  expect(messages({ const: OTHER }, ID)).toEqual(["const"]);
});

test("conditions and rules order integers of any size as they are", () => {
  const integer = fc.bigInt({ min: -(2n ** 54n), max: 2n ** 54n });
  /** As it is read from a payload. */
  const read = (value: bigint) => (Number.isSafeInteger(Number(value)) ? Number(value) : value);
  const near = fc.tuple(integer, fc.integer({ min: -2, max: 2 })).map(([a, by]) => [a, a + BigInt(by)] as const);
  fc.assert(
    fc.property(near, ([a, b]) => {
      const [x, y] = [read(a), read(b)];
      for (const other of [y, String(b)]) {
        expect(compareValues("EQUAL", x, other)).toBe(a === b);
        expect(compareValues("SMALLER", x, other)).toBe(a < b);
        expect(compareValues("LARGER_EQUAL", x, other)).toBe(a >= b);
        expect(holds({ "==": [{ var: "n" }, other] }, { n: x })).toBe(a === b);
        expect(holds({ "<": [{ var: "n" }, other] }, { n: x })).toBe(a < b);
      }
    }),
  );
});
