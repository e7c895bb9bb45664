import { expect, test } from "vitest";
import type { StepMetadata } from "#contract/workflows/step-metadata.ts";
import { digestText } from "./wait-text.ts";

test.each<[StepMetadata, string]>([
  [{ type: "regular", amount: 1, unit: "hours" }, "Collects events for 1 hour"],
  [
    { type: "regular", amount: 30, unit: "minutes", digestKey: "post.id" },
    "Collects events for 30 minutes, by payload.post.id",
  ],
  [
    { type: "backoff", amount: 2, unit: "hours", backoffAmount: 1, backoffUnit: "days" },
    "Sends the first event at once; collects for 2 hours when another came within the last day",
  ],
  [{ type: "timed", amount: 10, unit: "minutes" }, "Every 10 minutes, from the first event"],
  [{ type: "timed", amount: 1, unit: "days", timed: { atTime: "09:00" } }, "Every day at 09:00, UTC"],
  [
    {
      type: "timed",
      amount: 1,
      unit: "weeks",
      digestKey: "postId",
      timed: { atTime: "09:00", weekDays: ["monday", "wednesday"], timezone: "Europe/Berlin" },
    },
    "Every week on Monday and Wednesday at 09:00, Europe/Berlin, by payload.postId",
  ],
  [
    { type: "timed", amount: 2, unit: "weeks", timed: { atTime: "09:00", weekDays: [] } },
    "Every 2 weeks on the day of the first event at 09:00, UTC",
  ],
  [
    { type: "timed", amount: 1, unit: "months", timed: { atTime: "12:00", monthDays: [31, 1, 15] } },
    "Every month on day 1, 15, and 31 at 12:00, UTC",
  ],
  [
    {
      type: "timed",
      amount: 3,
      unit: "months",
      timed: { atTime: "12:00", monthlyType: "on", ordinal: "last", ordinalValue: "weekend" },
    },
    "Every 3 months on the last weekend day at 12:00, UTC",
  ],
  [
    {
      type: "timed",
      amount: 1,
      unit: "months",
      timed: { atTime: "12:00", monthlyType: "on", ordinal: "1", ordinalValue: "wednesday" },
    },
    "Every month on the first Wednesday at 12:00, UTC",
  ],
  [
    { type: "timed", timed: { cronExpression: "0 9 * * 1", timezone: "America/New_York" } },
    "By the cron expression 0 9 * * 1, America/New_York",
  ],
  [{}, "Collects events for a time that is not set yet"],
])("the digest %j is described as: %s", (metadata, text) => {
  expect(digestText(metadata)).toBe(text);
});
