import { beforeAll, expect, test } from "vitest";
import { loadCronWords } from "#dashboard/components/dates/cron-words.ts";
import { stepSentence } from "./step-sentence.ts";

beforeAll(loadCronWords);

test.each([
  [
    "digest",
    { type: "regular", amount: 1, unit: "hours", digestKey: "postId" },
    "Collects events for 1 hour, by payload.postId",
  ],
  [
    "digest",
    { amount: 5, unit: "minutes", lookBackWindow: { amount: 1, unit: "days" } },
    "Sends the first event at once; collects for 5 minutes when another came within the last day",
  ],
  [
    "digest",
    { cron: "0 9 * * 1", timezone: "Europe/Berlin" },
    "Collects and sends at 09:00, only on Monday, Europe/Berlin",
  ],
  [
    "digest",
    { type: "timed", amount: 2, unit: "weeks", timed: { atTime: "09:30", weekDays: ["monday", "friday"] } },
    "Collects and sends every 2 weeks on Monday and Friday at 09:30, UTC",
  ],
  [
    "digest",
    {
      type: "timed",
      amount: 1,
      unit: "months",
      timed: { monthlyType: "on", ordinal: "last", ordinalValue: "weekday", atTime: "17:00" },
    },
    "Collects and sends every month on the last weekday at 17:00, UTC",
  ],
  ["digest", {}, "Collects events for a time that is not set yet"],
  ["delay", { type: "regular", amount: 30, unit: "minutes" }, "Waits 30 minutes"],
  ["delay", { type: "timed", cron: "*/5 * * * *" }, "Waits and goes on every 5 minutes, UTC"],
  ["delay", { type: "dynamic", dynamicKey: "{{ payload.sendAt }}" }, "Waits until the moment in payload.sendAt"],
  ["throttle", { threshold: 3, amount: 1, unit: "days" }, "Lets 3 runs of a subscriber pass in 1 day"],
  ["wait_for_event", { signal: "paid", amount: 1, unit: "days" }, "Waits for the signal paid, 1 day at most"],
  ["wait_for_event", { amount: 1, unit: "days" }, "Nothing chosen to wait for yet"],
  [
    "branch",
    { branches: [{ branchId: "a", name: "Large" }, { branchId: "b" }], defaultBranchId: "c" },
    "First match: Large, b, otherwise Default",
  ],
  [
    "http_request",
    { method: "POST", url: "https://example.com/{{payload.id}}" },
    "Sends POST https://example.com/{{payload.id}}",
  ],
  ["trigger", { workflowId: "payment" }, "Starts the workflow payment"],
  ["email", { subject: "Order {{payload.number}}\nsecond" }, "Order {{payload.number}}"],
  ["in_app", { subject: "", body: "<b>It</b> left" }, "It left"],
  ["sms", { body: "  " }, "No text yet"],
] as const)("a %s with %j reads: %s", (type, controlValues, sentence) => {
  expect(stepSentence({ type, controlValues })).toBe(sentence);
});

test("a step says how many variants it has", () => {
  const variant = { key: "v", active: true, filters: [] };
  const step = { type: "sms", controlValues: { body: "It left" } } as const;
  expect(stepSentence({ ...step, variants: [variant] })).toBe("It left, or a variant");
  expect(stepSentence({ ...step, variants: [variant, variant] })).toBe("It left, or one of 2 variants");
});
