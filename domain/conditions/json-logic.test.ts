import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { faultsOfRule, holds, RULE_OPERATORS, variablesOfRule } from "./json-logic.ts";

const data = {
  payload: { plan: "pro", seats: 5, tags: ["a", "b"], empty: [] },
  subscriber: { firstName: "Ada", email: "ada@example.com", data: { vip: true } },
  steps: { digest: { events: [{ payload: {} }] } },
};
const plan = { var: "payload.plan" };
const seats = { var: "payload.seats" };

describe("a rule of the query editor", () => {
  test.each([
    [{ "==": [plan, "pro"] }, true],
    [{ "==": [seats, "5"] }, true],
    [{ "==": [{ var: "payload.gone" }, null] }, true],
    [{ "==": [{ var: "payload.gone" }, 0] }, false],
    [{ "!=": [plan, ""] }, false],
    [{ "!=": [{ var: "payload." }, "pro"] }, false],
    [{ "!": { "==": [plan] } }, false],
    [{ and: [{ "==": [plan, ""] }, { "==": [plan, "pro"] }] }, true],
    [{ or: [{ "!=": [plan, ""] }, { "==": [plan, "free"] }] }, false],
    [{ "!=": [plan, "free"] }, true],
    [{ "<": [seats, 5] }, false],
    [{ "<=": [seats, 5] }, true],
    [{ "<=": [1, seats, 9] }, true],
    [{ ">": [seats, "4"] }, true],
    [{ ">=": [seats, 6] }, false],
    [{ in: [plan, ["pro", "business"]] }, true],
    [{ in: ["ro", plan] }, true],
    [{ "!": { in: [plan, ["free"]] } }, true],
    [{ "!!": { var: "subscriber.data.vip" } }, true],
    [{ "!": [{ var: "payload.empty" }] }, true],
    [{ and: [{ "==": [plan, "pro"] }, { ">": [seats, 9] }] }, false],
    [{ or: [{ "==": [plan, "free"] }, { ">": [seats, 1] }] }, true],
    [{ if: [{ "==": [plan, "pro"] }, true, false] }, true],
    [{ startsWith: [{ var: "subscriber.email" }, "ada@"] }, true],
    [{ endsWith: [{ var: "subscriber.email" }, ".org"] }, false],
    [{ doesNotEndWith: [{ var: "subscriber.email" }, ".org"] }, true],
    [{ contains: [{ var: "payload.tags" }, "b"] }, true],
    [{ doesNotContain: [plan, "fre"] }, true],
    [{ between: [seats, [1, 9]] }, true],
    [{ notBetween: [seats, 6, 9] }, true],
    [{ "==": [{ var: "steps.digest.events.0.payload.x" }, null] }, true],
    [{ unheard: [1] }, false],
    [{}, false],
  ])("%j is %s", (rule, expected) => {
    expect(holds(rule, data)).toBe(expected);
  });
});

const values = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null));

test("each comparison is the opposite of its negation, whatever is compared", () => {
  const pairs = [
    ["==", "!="],
    ["contains", "doesNotContain"],
    ["startsWith", "doesNotBeginWith"],
    ["endsWith", "doesNotEndWith"],
  ] as const;
  fc.assert(
    fc.property(fc.constantFrom(...pairs), values, values, ([operator, negated], a, b) => {
      const compared = [{ var: "a" }, { var: "b" }];
      expect(holds({ [operator]: compared }, { a, b })).toBe(!holds({ [negated]: compared }, { a, b }));
      expect(holds({ "!": { [operator]: compared } }, { a, b })).toBe(holds({ [negated]: compared }, { a, b }));
    }),
  );
});

test("numbers are in order, and `<=` is `<` or `==` among them", () => {
  fc.assert(
    fc.property(fc.integer(), fc.integer(), (a, b) => {
      expect(holds({ "<": [a, b] }, {})).toBe(a < b);
      expect(holds({ "<=": [a, b] }, {})).toBe(holds({ or: [{ "<": [a, b] }, { "==": [a, b] }] }, {}));
      expect(holds({ ">": [a, b] }, {})).toBe(holds({ "<": [b, a] }, {}));
    }),
  );
});

test("any JSON at all is decided without failing, also one that is deep or names prototypes", () => {
  fc.assert(fc.property(fc.jsonValue(), fc.jsonValue(), (rule, data) => void holds(rule, data)));
  expect(holds({ var: "__proto__.toString" }, {})).toBe(false);
  expect(holds({ var: { var: "a" } }, { a: { toString: 1, valueOf: 1, constructor: null } })).toBe(false);
  let deep: unknown = true;
  for (let level = 0; level < 10_000; level++) deep = { "!": deep };
  expect(holds(deep, {})).toBe(true);
  expect(faultsOfRule(deep)).toEqual([{ operator: "", fault: "operator" }]);
});

test("the variables of a rule are found, and what it lacks", () => {
  const rule = { and: [{ "==": [plan, ""] }, { in: [{ var: "subscriber.locale" }] }, { near: [1, 2] }] };
  expect(variablesOfRule(rule)).toEqual(["payload.plan", "subscriber.locale"]);
  expect(faultsOfRule(rule)).toEqual([
    { operator: "==", fault: "operand" },
    { operator: "in", fault: "operand" },
    { operator: "near", fault: "operator" },
  ]);
  expect(RULE_OPERATORS.flatMap((operator) => faultsOfRule({ [operator]: [1, 2, 3] }))).toEqual([]);
});
