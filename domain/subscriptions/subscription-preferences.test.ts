import { expect, test } from "vitest";
import { conditionProblem } from "./condition-problem.ts";
import {
  judgeSubscriptions,
  preferenceFor,
  type StoredSubscriptionPreference,
  withChoice,
} from "./subscription-preferences.ts";

const workflow = { id: "w", tags: ["orders"] };
const one = (change: Partial<StoredSubscriptionPreference> = {}): StoredSubscriptionPreference => ({
  workflowIds: ["w"],
  tags: [],
  enabled: true,
  ...change,
});

test("the last preference that names a workflow by its id or a tag counts", () => {
  const byTag = one({ workflowIds: [], tags: ["orders", "news"], enabled: false });
  expect(preferenceFor([one(), byTag], workflow)).toBe(byTag);
  expect(preferenceFor([byTag, one()], workflow)).toEqual(one());
  expect(preferenceFor([byTag], { id: "x", tags: [] })).toBeUndefined();
  expect(preferenceFor(null, workflow)).toBeUndefined();
});

test("a choice for a workflow takes the place of what names it, and leaves the others", () => {
  const both = one({ workflowIds: ["w", "x"], enabled: false });
  expect(withChoice([one(), both], "w", { enabled: true })).toEqual([
    one({ workflowIds: ["x"], enabled: false }),
    one(),
  ]);
});

test("a condition that cannot be judged counts as one that does not hold, and is noted", () => {
  const failing = one({ condition: { "!!": [{ var: "payload.a" }] } });
  const judge = (...subscriptions: StoredSubscriptionPreference[][]) =>
    judgeSubscriptions(subscriptions, workflow, () => {
      throw new Error("no data");
    });
  expect(judge([failing])).toEqual({ isReached: false, isFaulty: true });
  expect(judge([failing], [one()])).toEqual({ isReached: true, isFaulty: true });
  expect(judge([one({ enabled: false })])).toEqual({ isReached: false, isFaulty: false });
});

test("a deep rule is refused without recursion into all of it", () => {
  let rule: unknown = { var: "payload.a" };
  for (let level = 0; level < 60; level++) rule = { "!": [rule] };
  expect(conditionProblem(rule)).toContain("no operation");
});
