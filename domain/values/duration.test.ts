import { expect, test } from "vitest";
import type { TimeUnit } from "#contract/constants/values/time.ts";
import type { TriggerOverrides } from "#contract/events.ts";
import { addDuration, type Duration, delayOverride } from "./duration.ts";

test.each<[number, TimeUnit, string, string]>([
  [2, "seconds", "2024-05-04T12:00:00.000Z", "2024-05-04T12:00:02.000Z"],
  [0.1, "seconds", "2024-05-04T12:00:00.000Z", "2024-05-04T12:00:00.100Z"],
  [90, "minutes", "2024-05-04T12:00:00.000Z", "2024-05-04T13:30:00.000Z"],
  [36, "hours", "2024-05-04T12:00:00.000Z", "2024-05-06T00:00:00.000Z"],
  [1, "days", "2024-02-28T12:00:00.000Z", "2024-02-29T12:00:00.000Z"],
  [2, "weeks", "2024-05-04T12:00:00.000Z", "2024-05-18T12:00:00.000Z"],
  [1, "months", "2024-05-04T12:00:00.000Z", "2024-06-04T12:00:00.000Z"],
  [1, "months", "2024-01-31T12:00:00.000Z", "2024-02-29T12:00:00.000Z"],
  [1, "months", "2023-01-31T12:00:00.000Z", "2023-02-28T12:00:00.000Z"],
  [13, "months", "2023-12-31T23:59:59.999Z", "2025-01-31T23:59:59.999Z"],
  [0.5, "months", "2024-05-01T00:00:00.000Z", "2024-05-16T00:00:00.000Z"],
  [0, "months", "2024-05-31T00:00:00.000Z", "2024-05-31T00:00:00.000Z"],
])("%d %s after %s is %s", (amount, unit, from, due) => {
  expect(addDuration(new Date(from), { amount, unit }).toISOString()).toBe(due);
});

test.each<[TriggerOverrides | undefined, Duration | undefined]>([
  [{ delay: { amount: 5, unit: "minutes" } }, { amount: 5, unit: "minutes" }],
  [{ delay: { amount: "5", unit: "minutes" } }, undefined],
  [{ delay: { amount: 5, unit: "fortnights" } }, undefined],
  [{ delay: { amount: 5, unit: undefined } }, undefined],
  [{ delay: { amount: -1, unit: "days" } }, undefined],
  [{ delay: { amount: Number.POSITIVE_INFINITY, unit: "days" } }, undefined],
  [{ email: { subject: "x" } }, undefined],
  [{}, undefined],
  [undefined, undefined],
])("overrides %j replace waits by %j", (overrides, duration) => {
  expect(delayOverride(overrides)).toEqual(duration);
});
