import { expect, test } from "vitest";
import { ruleText } from "./rule-text.ts";

const total = { var: "payload.total" };

test.each<[unknown, string | undefined]>([
  [{ "==": [total, 5] }, "payload.total is 5"],
  [{ ">": [total, { var: "payload.limit" }] }, "payload.total is larger than payload.limit"],
  [
    { and: [{ or: [{ "==": [total, 5] }, { "!=": [total, 6] }] }, { in: ["x", { var: "payload.tags" }] }] },
    "either payload.total is 5 or payload.total is not 6, and payload.tags contains x",
  ],
  [{ in: [total, [1, 2]] }, "payload.total is one of 1, 2"],
  [{ "!": [{ var: "payload.vip" }] }, "it is not true that payload.vip is neither empty nor false"],
  [{ "!!": [total] }, "payload.total is neither empty nor false"],
  [{ null: [total] }, "payload.total is not set"],
  [{ between: [total, [1, 5]] }, "payload.total is between 1 and 5"],
  [{ notBetween: [total, 1, 5] }, "payload.total is not between 1 and 5"],
  [{ startsWith: [total, "New York"] }, "payload.total begins with “New York”"],
  [{ odd: [1] }, 'the rule {"odd":[1]} holds'],
  [{ "<": [1, total, 5] }, 'the rule {"<":[1,{"var":"payload.total"},5]} holds'],
  [{ "==": total }, 'the rule {"==":{"var":"payload.total"}} holds'],
  [{}, undefined],
  ["text", undefined],
  [undefined, undefined],
])("%j reads: %s", (rule, text) => {
  expect(ruleText(rule)).toBe(text);
});

test("a rule of any depth has words", () => {
  let rule: unknown = true;
  for (let level = 0; level < 1_000; level += 1) rule = { "!": [rule] };
  expect(ruleText(rule)).toContain("it is not true that");
});
