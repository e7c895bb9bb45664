import { expect, test } from "vitest";
import { filtersOfRule, ruleOfFilters } from "./rule-filters.ts";

const vip = { "==": [{ var: "payload.vip" }, true] };
const total = { ">": [{ var: "payload.total" }, 100] };

test.each([
  vip,
  { and: [vip, total] },
  { or: [{ and: [vip, total] }, { "!": { or: [vip, total] } }] },
  { "!": vip },
  { notNull: { var: "subscriber.email" } },
  { between: [{ var: "payload.total" }, [1, 9]] },
  { in: [{ var: "payload.id" }, [9007199254740993n, 7]] },
  { in: [{ var: "payload.plan" }, ["gold", "silver"]] },
  { contains: [{ var: "payload.tags" }, "new"] },
  { "<=": [{ var: "steps.hourly.eventCount" }, 3] },
])("the rule %j is conditions, and these are the same rule", (rule) => {
  const filters = filtersOfRule(rule);
  expect(filters).toHaveLength(1);
  expect(ruleOfFilters(filters ?? [])).toEqual(rule);
});

test.each([
  { "==": [{ var: "payload.a" }, { var: "payload.b" }] },
  { "==": [{ var: "payload.a" }, null] },
  { "==": [{ var: "actor.firstName" }, "Ada"] },
  { "==": [{ var: ["payload.a", 1] }, 1] },
  { "==": [{ var: "payload.a" }, "{{payload.b}}"] },
  { startsWith: [{ var: "payload.a" }, "b"] },
  { in: ["a", { var: "payload.a" }] },
  { "<": [1, { var: "payload.a" }, 3] },
  { "!": { "!": vip } },
  { if: [vip, true, false] },
  { and: [vip, { "!!": { var: "payload.a" } }] },
  { and: [] },
])("the rule %j stays JSON, as conditions cannot say it", (rule) => {
  expect(filtersOfRule(rule)).toBeUndefined();
});

test("bounds may be two operands, groups of one are left out, and nothing is no rule", () => {
  const between = filtersOfRule({ between: [{ var: "payload.a" }, 1, 9] });
  expect(ruleOfFilters(between ?? [])).toEqual({ between: [{ var: "payload.a" }, [1, 9]] });
  expect(ruleOfFilters(filtersOfRule({ and: [{ or: [vip] }] }) ?? [])).toEqual(vip);
  expect([filtersOfRule(undefined), filtersOfRule({}), ruleOfFilters([])]).toEqual([[], [], undefined]);
});

test("a value that is a text of items becomes the list that the operator needs", () => {
  const part = { on: "payload" as const, field: "a", value: "1, 2" };
  const ruleOf = (operator: "ANY_IN" | "BETWEEN" | "EQUAL") =>
    ruleOfFilters([{ value: "AND", children: [{ ...part, operator }] }]);
  expect(ruleOf("ANY_IN")).toEqual({ in: [{ var: "payload.a" }, ["1", "2"]] });
  expect(ruleOf("BETWEEN")).toEqual({ between: [{ var: "payload.a" }, ["1", "2"]] });
  expect(ruleOf("EQUAL")).toEqual({ "==": [{ var: "payload.a" }, "1, 2"] });
});
