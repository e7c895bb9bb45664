import { expect, test } from "vitest";
import { PLANS, planOf } from "#contract/constants/plans.ts";
import { SERVICE_LEVELS } from "#contract/constants/statuses.ts";
import { tierErrors, tierIssues } from "./plan-waits.ts";
import type { WaitingStep } from "./retention.ts";

const now = new Date("2030-01-01T00:00:00.000Z");
type Metadata = WaitingStep["metadata"];
const delay = (metadata: Metadata): WaitingStep => ({ template: { type: "delay" }, metadata });
const digest = (metadata: Metadata): WaitingStep => ({ template: { type: "digest" }, metadata });
const cron = (cronExpression: string) => digest({ type: "timed", timed: { cronExpression } });
const hours = (amount: number) => delay({ type: "regular", amount, unit: "hours" });
const issuesOf = (step: WaitingStep, waitDays: number | null) =>
  tierIssues([step], waitDays, now).map(({ control }) => control);

test.each([
  ["free", 24],
  ["pro", 7 * 24],
  ["business", 30 * 24],
] as const)("the %s plan allows waits of %d hours and none that is longer", (level, longest) => {
  const { waitDays } = planOf(level, "standard");
  expect(issuesOf(hours(longest), waitDays)).toEqual([]);
  expect(issuesOf(hours(longest + 1), waitDays)).toEqual(["amount", "unit"]);
});

test.each(["enterprise", "unlimited"] as const)("the %s plan allows a digest of 400 days", (level) => {
  const { waitDays } = planOf(level, "standard");
  expect(issuesOf(digest({ type: "regular", amount: 400, unit: "days" }), waitDays)).toEqual([]);
  expect(issuesOf(cron("0 0 29 2 *"), waitDays)).toEqual([]);
});

test("a month counts 30 days, and a cron expression the longest time between two fires", () => {
  expect(issuesOf(digest({ type: "regular", amount: 1, unit: "months" }), 30)).toEqual([]);
  expect(issuesOf(cron("0 9 * * 1-5"), 2)).toEqual(["cron"]);
  expect(issuesOf(cron("0 9 * * 1-5"), 3)).toEqual([]);
});

test("an issue says in whole days how long a wait may be", () => {
  const [issue] = tierIssues([hours(1), hours(25)], 1, now);
  expect(issue).toEqual({
    step: 1,
    control: "amount",
    issueType: "TIER_LIMIT_EXCEEDED",
    message: "The maximum delay allowed is 1 day. Contact support to have it extended.",
  });
});

test("when the step is reached, lengths count by their units, and what replaces them does", () => {
  const step = digest({ type: "regular", amount: 1, unit: "months" });
  const dueAt = new Date("2030-02-01T00:00:00.000Z");
  const reached = { step, now, dueAt, overrides: undefined };
  expect(tierErrors(reached, 30)).toEqual([]);
  expect(tierErrors(reached, 29)).toHaveLength(1);
  expect(tierErrors(reached, null)).toEqual([]);
  expect(tierErrors({ ...reached, overrides: { delay: { amount: 31, unit: "days" } } }, 30)).toHaveLength(1);
  const scheduled = delay({ type: "scheduled", delayPath: "at" });
  expect(tierErrors({ ...reached, step: scheduled }, 30)).toHaveLength(1);
  expect(tierErrors({ ...reached, step: scheduled }, 31)).toEqual([]);
});

test("without plan limits everybody has what the unlimited plan has, and no limit is a number below zero", () => {
  for (const level of SERVICE_LEVELS) {
    expect(planOf(level, "off")).toBe(PLANS.unlimited);
    const numbers = JSON.stringify(PLANS[level]).match(/-?\d+(\.\d+)?/g) ?? [];
    expect(numbers.filter((number) => Number(number) < 0)).toEqual([]);
  }
  expect(planOf("free", "2025-q1")).toMatchObject({ eventsPerMonth: 30_000, workflows: null, waitDays: 7 });
  expect(planOf("pro", "2025-q1")).toBe(PLANS.pro);
});
