import { expect, test } from "vitest";
import { MAX_WAIT_DAYS } from "#contract/constants/limits.ts";
import type { TriggerOverrides } from "#contract/events.ts";
import type { WaitingStep } from "./retention.ts";
import { waitProblem, waitProblems } from "./waits.ts";

const now = new Date("2030-01-01T00:00:00.000Z");
type Metadata = WaitingStep["metadata"];
const delay = (metadata: Metadata): WaitingStep => ({ template: { type: "delay" }, metadata });
const digest = (metadata: Metadata): WaitingStep => ({ template: { type: "digest" }, metadata });
const email: WaitingStep = { template: { type: "email" }, metadata: {} };
const scheduled = delay({ type: "scheduled", delayPath: "sendAt" });
/** One limit for both types. */
const both = (days: number) => ({ delay: days, digest: days });

test.each<Metadata>([
  { type: "regular", amount: 180, unit: "days" },
  { type: "regular", amount: 6, unit: "months" },
  { type: "regular", amount: 180 * 24, unit: "hours" },
  { type: "regular", amount: 180 * 86_400, unit: "seconds" },
  { type: "regular", amount: 25.7, unit: "weeks" },
  { type: "scheduled", delayPath: "sendAt" },
  {},
])("a delay of %j may be saved", (metadata) => {
  expect(waitProblems([email, delay(metadata)], { ceilings: both(MAX_WAIT_DAYS), now })).toEqual([]);
});

test("every delay and digest that is too long is named by its place, with the longest that is allowed", () => {
  const steps = [
    email,
    delay({ type: "regular", amount: 181, unit: "days" }),
    delay({ type: "regular", amount: 6.1, unit: "months" }),
    digest({ type: "backoff", amount: 26, unit: "weeks", backoffAmount: 1, backoffUnit: "days" }),
    digest({ type: "timed", amount: 400, unit: "days", timed: { cronExpression: "0 9 * * 1" } }),
  ];
  expect(waitProblems(steps, { ceilings: both(MAX_WAIT_DAYS), now })).toEqual([
    "steps.1.metadata.amount is 181 days; a delay may last 180 days at most: enter a shorter time",
    "steps.2.metadata.amount is 6.1 months; a delay may last 180 days at most: enter a shorter time",
    "steps.3.metadata.amount is 26 weeks; a digest may last 180 days at most: enter a shorter time",
  ]);
});

const cron = (cronExpression: string, timezone?: string) =>
  digest({ type: "timed", timed: { cronExpression, ...(timezone && { timezone }) } });
const monthly = (amount: number, timed: object) =>
  digest({ type: "timed", amount, unit: "months", timed: { atTime: "09:00", ...timed } });
const saved = (step: WaitingStep, maxWaitDays: number = MAX_WAIT_DAYS) =>
  waitProblems([step], { ceilings: both(maxWaitDays), now });

test.each<[string, WaitingStep, number?]>([
  ["a cron that fires every quarter", cron("0 9 1 */3 *")],
  ["a weekly cron on a plan of a week", cron("0 9 * * 1"), 7],
  ["a weekly cron over a change of the clock, an hour longer", cron("0 9 * * 1", "Europe/Berlin"), 7],
  ["a daily cron over a change of the clock", cron("0 9 * * *", "Europe/Berlin"), 1],
  ["a cron with seconds", cron("*/30 * * * * *"), 1],
  ["the longest months", monthly(6, { monthDays: [1] })],
  ["the 31st of every month", monthly(1, { monthDays: [31] })],
  ["the fifth Friday", monthly(1, { monthlyType: "on", ordinal: "5", ordinalValue: "friday" })],
])("%s may be saved", (_, step, maxWaitDays) => {
  expect(saved(step, maxWaitDays)).toEqual([]);
});

test.each<[string, WaitingStep, string, number?]>([
  [
    "fires once a year",
    cron("0 0 1 1 *"),
    "metadata.timed.cronExpression lets 366 days pass between two fires; a digest may last 180 days at most: let it fire more often",
  ],
  [
    "fires often in one half of the year only",
    cron("0 0 1 1-5 *"),
    "metadata.timed.cronExpression lets 245 days pass between two fires; a digest may last 180 days at most: let it fire more often",
  ],
  [
    "fires next in some years",
    cron("0 0 29 2 *"),
    "metadata.timed.cronExpression lets 789 days pass between two fires; a digest may last 180 days at most: let it fire more often",
  ],
  [
    "pauses for the weekend on a plan of a day",
    cron("0 9 * * 1-5"),
    "metadata.timed.cronExpression lets 3 days pass between two fires; a digest may last 1 day at most: let it fire more often",
    1,
  ],
  ["never fires", cron("0 0 30 2 *"), "metadata.timed.cronExpression never fires: choose a day that exists"],
  [
    "is no cron expression",
    cron("every day"),
    "metadata.timed.cronExpression must be a cron expression of five fields, or of six with seconds first, such as 0 9 * * 1",
  ],
  [
    "skips more months than it may last",
    monthly(5, { monthDays: [31] }),
    "metadata.timed.monthDays lets 912 days pass until such a day; a digest may last 180 days at most: choose a day that every month has",
  ],
  [
    "seldom has such a day",
    monthly(6, { monthlyType: "on", ordinal: "5", ordinalValue: "saturday" }),
    "metadata.timed.ordinal lets 1826 days pass until such a day; a digest may last 180 days at most: choose a day that every month has",
  ],
])("a digest that %s is refused with the field and the remedy", (_, step, problem, maxWaitDays) => {
  expect(saved(step, maxWaitDays)).toEqual([`steps.0.${problem}`]);
});

const problem = (steps: WaitingStep[], payload: object, overrides?: TriggerOverrides) =>
  waitProblem({ steps, payload: { ...payload }, overrides, now, ceilings: both(MAX_WAIT_DAYS) });
const inDays = (days: number, ms = 0) => new Date(now.getTime() + days * 86_400_000 + ms).toISOString();

test("a date in the payload may be as far ahead as the longest wait, and not a millisecond more", () => {
  expect(problem([email, scheduled], { sendAt: inDays(180) })).toBeUndefined();
  expect(problem([email, scheduled], { sendAt: inDays(180, 1) })).toBe(
    "payload.sendAt is 181 days ahead; a delay may last 180 days at most: send an earlier date",
  );
  const nested = delay({ type: "scheduled", delayPath: "meeting.at" });
  expect(problem([scheduled, nested], { sendAt: inDays(1), meeting: { at: inDays(400) } })).toBe(
    "payload.meeting.at is 400 days ahead; a delay may last 180 days at most: send an earlier date",
  );
});

test.each([inDays(-400), "20-09-2099", undefined, 7])("a date that is %j is left to the other checks", (sendAt) => {
  expect(problem([scheduled], { sendAt })).toBeUndefined();
});

test("overrides.delay counts where a step follows it", () => {
  const overrides = { delay: { amount: 400, unit: "days" } };
  expect(problem([email, delay({ type: "regular", amount: 1, unit: "hours" })], {}, overrides)).toBe(
    "overrides.delay is 400 days; a delay may last 180 days at most: send a shorter time",
  );
  expect(
    problem(
      [digest({ type: "backoff", amount: 1, unit: "hours", backoffAmount: 1, backoffUnit: "days" })],
      {},
      overrides,
    ),
  ).toMatch(/^overrides\.delay /);
  const timed = [
    digest({ type: "timed" }),
    delay({ type: "timed", amount: 1, unit: "days", timed: { atTime: "09:00" } }),
  ];
  expect(problem([email, ...timed, scheduled], { sendAt: inDays(1) }, overrides)).toBeUndefined();
});

test.each([{ delay: { amount: "400", unit: "days" } }, { delay: { amount: 400, unit: "eons" } }, undefined])(
  "overrides %j are ignored",
  (overrides) => {
    expect(problem([delay({ type: "regular", amount: 1, unit: "hours" })], {}, overrides)).toBeUndefined();
  },
);
