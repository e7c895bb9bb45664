import { expect, test } from "vitest";
import type { Channel } from "#contract/constants/channels.ts";
import type { TriggerOverrides } from "#contract/events.ts";
import { messageExpiresAt, runExpiresAt, type WaitingStep } from "./retention.ts";

const now = new Date("2024-01-01T00:00:00.000Z");
const inMonth = "2024-02-01T00:00:00.000Z";

test.each<[Channel, string]>([
  ["in_app", "2024-12-31T00:00:00.000Z"],
  ["email", "2024-01-31T00:00:00.000Z"],
  ["sms", "2024-01-31T00:00:00.000Z"],
  ["chat", "2024-01-31T00:00:00.000Z"],
  ["push", "2024-01-31T00:00:00.000Z"],
])("a message on %s expires at %s", (channel, expiry) => {
  expect(messageExpiresAt(channel, now).toISOString()).toBe(expiry);
});

const email: WaitingStep = { template: { type: "email" }, metadata: {} };
const twoDays: WaitingStep = { template: { type: "delay" }, metadata: { type: "regular", amount: 2, unit: "days" } };
const scheduled: WaitingStep = { template: { type: "delay" }, metadata: { type: "scheduled", delayPath: "sendAt" } };
const digest: WaitingStep = { template: { type: "digest" }, metadata: { type: "regular", amount: 1, unit: "weeks" } };
const timed: WaitingStep = {
  template: { type: "digest" },
  metadata: { type: "timed", amount: 1, unit: "days", timed: { atTime: "09:00" } },
};
const cron: WaitingStep = {
  template: { type: "digest" },
  metadata: { type: "timed", timed: { cronExpression: "0 9 * * 1" } },
};
const seldom: WaitingStep = {
  template: { type: "digest" },
  metadata: { type: "timed", timed: { cronExpression: "0 9 31 3,12 *", timezone: "Europe/Berlin" } },
};

const monthly = (amount: number, monthDays: number[]): WaitingStep => ({
  template: { type: "digest" },
  metadata: { type: "timed", amount, unit: "months", timed: { atTime: "09:00", monthDays } },
});
const aMonth: WaitingStep = { template: { type: "delay" }, metadata: { type: "regular", amount: 1, unit: "months" } };

test.each<[string, WaitingStep[], string, { payload?: object; overrides?: TriggerOverrides }?]>([
  ["without waits: 30 days", [email, email], "2024-01-31T00:00:00.000Z"],
  ["a delay adds its length", [email, twoDays, email], "2024-02-02T00:00:00.000Z"],
  ["all delays and digests add up", [twoDays, digest, twoDays], "2024-02-11T00:00:00.000Z"],
  [
    "a scheduled delay counts to its date",
    [scheduled],
    "2024-04-30T00:00:00.000Z",
    { payload: { sendAt: "2024-03-31T00:00:00.000Z" } },
  ],
  ["a timed digest counts one unit more than its interval", [timed], "2024-02-02T00:00:00.000Z"],
  [
    "a timed digest of several months counts one more, as its interval may start in the next",
    [monthly(6, [1])],
    "2024-08-31T00:00:00.000Z",
  ],
  ["a timed digest counts the months that it skips", [aMonth, monthly(2, [31])], "2024-09-30T09:00:00.000Z"],
  [
    "an override counts in place of the digest's length",
    [digest],
    "2024-01-31T01:00:00.000Z",
    { overrides: { delay: { amount: 1, unit: "hours" } } },
  ],
  ["a cron digest counts to the fire after the next", [cron], "2024-02-07T09:00:00.000Z"],
  ["a fire that no run can miss counts by itself", [seldom], "2024-04-30T07:00:00.000Z"],
  ["a digest that cannot be scheduled: one month", [{ ...timed, metadata: { type: "timed" } }], inMonth],
  ["a digest without length: one month", [{ template: { type: "digest" }, metadata: {} }], inMonth],
  [
    "a scheduled delay without date: one month after the wait before it",
    [twoDays, scheduled],
    "2024-02-03T00:00:00.000Z",
  ],
])("a run expires %s", (_, steps, expiry, { payload = {}, overrides } = {}) => {
  expect(runExpiresAt({ steps, payload: { ...payload }, overrides, now }).toISOString()).toBe(expiry);
});
