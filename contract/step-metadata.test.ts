import { expect, test } from "vitest";
import { metadataOf, StepMetadata } from "./step-metadata.ts";

test.each([
  [{ type: "regular", amount: 5, unit: "minutes" }],
  [{ type: "regular", amount: 5, unit: "minutes", digestKey: "order.id" }],
  [{ type: "scheduled", delayPath: "sendAt" }],
  [{ type: "backoff", amount: 1, unit: "hours", backoffAmount: 10, backoffUnit: "minutes" }],
  [{ type: "timed", amount: 2, unit: "weeks", timed: { atTime: "09:00", weekDays: ["monday"] } }],
  [{ type: "timed", timed: { cronExpression: "0 9 * * 1" } }],
  [{}],
])("%j is read back as it was stored", (metadata) => {
  expect(StepMetadata.parse(metadata)).toEqual(metadata);
});

test.each([
  [{ type: "regular", amount: 5 }],
  [{ type: "scheduled" }],
  [{ type: "backoff", amount: 1, unit: "hours" }],
  [{ type: "sometimes" }],
])("%j is no metadata: its type needs more", (metadata) => {
  expect(StepMetadata.safeParse(metadata).success).toBe(false);
});

test("a step keeps the fields that its type needs", () => {
  expect(metadataOf("delay", { amount: 5, unit: "minutes", delayPath: "sendAt" })).toEqual({
    type: "regular",
    amount: 5,
    unit: "minutes",
  });
  expect(metadataOf("delay", { type: "scheduled", amount: 5, unit: "minutes", delayPath: "sendAt" })).toEqual({
    type: "scheduled",
    delayPath: "sendAt",
  });
  expect(metadataOf("email", { amount: 5, unit: "minutes" })).toEqual({});
});
