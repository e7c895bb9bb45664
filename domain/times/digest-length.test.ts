import { expect, test } from "vitest";
import type { TriggerOverrides } from "#contract/events.ts";
import type { StepMetadata } from "#contract/workflows/step-metadata.ts";
import { digestUntil } from "./digest-length.ts";

const now = new Date("2024-01-31T10:00:00.000Z");
const until = (metadata: StepMetadata, overrides?: TriggerOverrides) => digestUntil({ metadata, overrides, now });
const due = (iso: string) => ({ dueAt: new Date(iso) });
const lookBack = { backoffAmount: 1, backoffUnit: "hours" } as const;
const override = { delay: { amount: 0.5, unit: "hours" } };

test.each<[StepMetadata, string]>([
  [{ type: "regular", amount: 30, unit: "seconds" }, "2024-01-31T10:00:30.000Z"],
  [{ type: "regular", amount: 5, unit: "minutes", digestKey: "order.id" }, "2024-01-31T10:05:00.000Z"],
  [{ type: "regular", amount: 2, unit: "weeks" }, "2024-02-14T10:00:00.000Z"],
  [{ type: "regular", amount: 1, unit: "months" }, "2024-02-29T10:00:00.000Z"],
  [{ type: "backoff", amount: 3, unit: "days", ...lookBack }, "2024-02-03T10:00:00.000Z"],
])("the window of %j ends at %s", (metadata, iso) => {
  expect(until(metadata)).toEqual(due(iso));
});

test("overrides.delay replaces a regular and a backoff digest", () => {
  expect(until({ type: "regular", amount: 2, unit: "days" }, override)).toEqual(due("2024-01-31T10:30:00.000Z"));
  expect(until({ type: "backoff", amount: 2, unit: "days", ...lookBack }, override)).toEqual(
    due("2024-01-31T10:30:00.000Z"),
  );
  expect(until({}, override)).toEqual(due("2024-01-31T10:30:00.000Z"));
});

test("overrides.delay leaves a timed digest alone", () => {
  const timed: StepMetadata = { type: "timed", amount: 1, unit: "days", timed: { atTime: "09:00" } };
  expect(until(timed, override)).toEqual(due("2024-02-01T09:00:00.000Z"));
});

test("overrides.delay with an unknown unit is ignored", () => {
  expect(until({ type: "regular", amount: 2, unit: "days" }, { delay: { amount: 1, unit: "eons" } })).toEqual(
    due("2024-02-02T10:00:00.000Z"),
  );
});

/** Metadata that no call of today stores; rows may be older. */
const stored = (metadata: object) => metadata as StepMetadata;

test.each<[string, StepMetadata, string]>([
  ["no metadata", {}, "metadata.type must be regular, backoff or timed"],
  ["a delay's type", { type: "scheduled", delayPath: "sendAt" }, "metadata.type must be regular, backoff or timed"],
  ["no amount", stored({ type: "regular", unit: "days" }), "metadata.amount must be a number from 0"],
  [
    "no unit",
    stored({ type: "regular", amount: 1 }),
    "metadata.unit must be one of seconds, minutes, hours, days, weeks, months",
  ],
  [
    "an amount beyond the calendar",
    { type: "regular", amount: 1e15, unit: "days" },
    "metadata.amount is too long: give a shorter one",
  ],
])("%s is an error that names the field and the remedy", (_, metadata, error) => {
  expect(until(metadata)).toEqual({ error });
});
