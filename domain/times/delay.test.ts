import { expect, test } from "vitest";
import type { TriggerOverrides } from "#contract/events.ts";
import type { StepMetadata } from "#contract/workflows/step-metadata.ts";
import { delayUntil } from "./delay.ts";

const now = new Date("2024-01-31T10:00:00.000Z");
const later = "2024-02-01T08:00:00.000Z";
const until = (metadata: StepMetadata, payload: Record<string, unknown> = {}, overrides?: TriggerOverrides) =>
  delayUntil({ metadata, payload, overrides, now });
const due = (iso: string) => ({ dueAt: new Date(iso) });

test.each<[StepMetadata, string]>([
  [{ type: "regular", amount: 5, unit: "minutes" }, "2024-01-31T10:05:00.000Z"],
  [{ type: "regular", amount: 2, unit: "hours" }, "2024-01-31T12:00:00.000Z"],
  [{ type: "regular", amount: 1, unit: "weeks" }, "2024-02-07T10:00:00.000Z"],
  [{ type: "regular", amount: 1, unit: "months" }, "2024-02-29T10:00:00.000Z"],
  [{ type: "regular", amount: 0, unit: "seconds" }, "2024-01-31T10:00:00.000Z"],
])("a regular delay %j waits until %s", (metadata, iso) => {
  expect(until(metadata)).toEqual(due(iso));
});

test("overrides.delay replaces a regular delay", () => {
  const overrides = { delay: { amount: 0.1, unit: "seconds" } };
  expect(until({ type: "regular", amount: 2, unit: "days" }, {}, overrides)).toEqual(due("2024-01-31T10:00:00.100Z"));
  expect(until({}, {}, overrides)).toEqual(due("2024-01-31T10:00:00.100Z"));
});

test("overrides.delay with an unknown unit is ignored", () => {
  expect(until({ type: "regular", amount: 2, unit: "days" }, {}, { delay: { amount: 1, unit: "eons" } })).toEqual(
    due("2024-02-02T10:00:00.000Z"),
  );
});

test("a scheduled delay waits for the date in the payload, also at a dotted path", () => {
  expect(until({ type: "scheduled", delayPath: "sendAt" }, { sendAt: later })).toEqual(due(later));
  expect(until({ type: "scheduled", delayPath: "meeting.at" }, { meeting: { at: later } })).toEqual(due(later));
});

test("overrides.delay leaves a scheduled delay alone", () => {
  const overrides = { delay: { amount: 1, unit: "seconds" } };
  expect(until({ type: "scheduled", delayPath: "sendAt" }, { sendAt: later }, overrides)).toEqual(due(later));
});

test("this very moment is not yet past", () => {
  expect(until({ type: "scheduled", delayPath: "sendAt" }, { sendAt: now.toISOString() })).toEqual({ dueAt: now });
});

test.each<[string, StepMetadata, Record<string, unknown>, string]>([
  [
    "a date that has passed",
    { type: "scheduled", delayPath: "a.sendAt" },
    { a: { sendAt: "2024-01-31T09:59:59.999Z" } },
    "a.sendAt",
  ],
  ["a date in another format", { type: "scheduled", delayPath: "sendAt" }, { sendAt: "20-09-2025" }, "sendAt"],
  ["no date", { type: "scheduled", delayPath: "sendAt" }, {}, "sendAt"],
  ["an amount beyond the calendar", { type: "regular", amount: 1e15, unit: "days" }, {}, "metadata.amount"],
  ["no metadata", {}, {}, "metadata.amount"],
])("%s is an error that names its path", (_, metadata, payload, path) => {
  expect(until(metadata, payload)).toEqual({ error: expect.stringContaining(path) });
});
