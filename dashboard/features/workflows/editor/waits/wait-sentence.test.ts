import { beforeAll, expect, test } from "vitest";
import { loadCronWords } from "#dashboard/components/dates/cron-words.ts";
import { wholeSentence } from "./wait-sentence.ts";

beforeAll(loadCronWords);

test.each([
  [
    "digest",
    { type: "regular", amount: 1, unit: "hours", digestKey: "postId" },
    "Collects a subscriber's events of one payload.postId from the first one for 1 hour; sends them as one at the end",
  ],
  [
    "digest",
    { amount: 5, unit: "minutes" },
    "Collects a subscriber's events from the first one for 5 minutes; sends them as one at the end",
  ],
  [
    "digest",
    { amount: 5, unit: "minutes", lookBackWindow: { amount: 1, unit: "days" }, digestKey: "{{payload.postId}}" },
    "Sends an event at once when none of the same payload.postId came within 1 day before it; else collects a subscriber's events of one payload.postId from it for 5 minutes, and sends them as one at the end",
  ],
  [
    "digest",
    { type: "timed", cron: "0 9 * * 1", timezone: "Europe/Berlin" },
    "Collects a subscriber's events until the next scheduled time (at 09:00, only on Monday, Europe/Berlin), then sends one message",
  ],
  [
    "digest",
    {
      type: "timed",
      amount: 1,
      unit: "months",
      timed: { monthlyType: "on", ordinal: "last", ordinalValue: "friday", atTime: "17:00" },
    },
    "Collects a subscriber's events until the next scheduled time (every month on the last Friday at 17:00, UTC), then sends one message",
  ],
  ["delay", { amount: 30, unit: "minutes" }, "Waits 30 minutes from when a run reaches the step, then goes on"],
  [
    "delay",
    { type: "dynamic", dynamicKey: "sendAt" },
    "Waits until the moment in payload.sendAt; a run without one, or with one that has passed, ends here",
  ],
  ["delay", { type: "timed", cron: "0 9 * * *" }, "Waits until the next of its times (at 09:00, UTC), then goes on"],
  [
    "throttle",
    { threshold: 3, amount: 1, unit: "days", throttleKey: "payload.orderId" },
    "Lets 3 runs per subscriber and payload.orderId through each day; further runs stop here",
  ],
  [
    "throttle",
    { type: "dynamic", dynamicKey: "payload.until" },
    "Lets one run per subscriber through until the moment in payload.until; further runs stop here",
  ],
  [
    "wait_for_event",
    { signal: "paid", amount: 1, unit: "days", matchPath: "orderId" },
    "Waits for the signal paid of the same subscriber with the same payload.orderId; goes on as soon as it comes, or without it after 1 day",
  ],
] as const)("a %s with %j reads: %s", (type, values, sentence) => {
  expect(wholeSentence(type, values)).toBe(sentence);
});

test.each([
  ["digest", { amount: 1 }],
  ["digest", { type: "timed", cron: "" }],
  ["digest", { type: "timed", amount: 1, unit: "days", timed: {} }],
  ["digest", { amount: 1, unit: "hours", lookBackWindow: { unit: "hours" } }],
  ["delay", { type: "dynamic", dynamicKey: "" }],
  ["throttle", { threshold: 0, amount: 1, unit: "hours" }],
  ["wait_for_event", { amount: 1, unit: "hours" }],
] as const)("a %s with %j has no sentence yet", (type, values) => {
  expect(wholeSentence(type, values)).toBeUndefined();
});
