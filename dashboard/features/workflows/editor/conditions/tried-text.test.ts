import { expect, test } from "vitest";
import type { ConditionTrial, TriedValue } from "#contract/v2/condition-trials.ts";
import { notKnownText, triedText, triedValueText } from "./tried-text.ts";

const none = { count: 0, examples: [] };
const trial = (change: Partial<ConditionTrial>): ConditionTrial => ({
  events: 100,
  passed: none,
  failed: none,
  unknown: none,
  notKnown: [],
  isComplete: true,
  ...change,
});
const value = (change: Partial<TriedValue>): TriedValue => ({
  on: "payload",
  field: "total",
  actual: "250",
  expected: "100",
  operator: "LARGER",
  passed: true,
  ...change,
});

test("a trial says how many events would pass, and of how many nobody knows", () => {
  expect(triedText(trial({ passed: { ...none, count: 42 } }))).toBe("42 of the last 100 events would pass.");
  expect(triedText(trial({ events: 1 }))).toBe("0 of the last event would pass.");
  expect(triedText(trial({ unknown: { ...none, count: 3 }, isComplete: false }))).toBe(
    "0 of the last 100 events would pass. Of 3 it is not known. The others were not tried in time.",
  );
  expect(triedText(trial({ events: 0 }))).toBe("The workflow has no events yet.");
});

test("what cannot be evaluated afterwards is named", () => {
  expect(notKnownText(trial({}))).toBeUndefined();
  expect(notKnownText(trial({ notKnown: ["isOnline", "webhook"] }))).toBe(
    "Past events do not record whether the subscriber was online and what the webhook would have answered.",
  );
});

test("a deciding value is said with what it was compared with", () => {
  expect(triedValueText(value({}))).toBe("payload.total is 250 (passes: is larger than 100)");
  expect(triedValueText(value({ operator: "ANY_IN", actual: "", expected: '["de","f r"]', passed: false }))).toBe(
    "payload.total is empty (does not pass: is one of de, “f r”)",
  );
  expect(triedValueText(value({ operator: "IS_DEFINED" }))).toBe("payload.total is 250 (passes: is set)");
});
