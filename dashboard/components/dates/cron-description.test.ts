import { expect, test } from "vitest";
import { nextFires } from "#domain/times/cron.ts";
import { describeCron } from "./cron-description.ts";

test.each([
  ["0 9 * * MON", "at 09:00, only on Monday"],
  ["0 0 9 * * 1", "at 09:00, only on Monday"],
  ["0 9 ? * MON", "at 09:00, only on Monday"],
  ["0 9 1 * *", "at 09:00, on day 1 of the month"],
  ["0 9,17 1-7 * MON", "at 09:00 and 17:00, between day 1 and 7 of the month or on Monday"],
  ["0 9 1 6 1-5", "at 09:00, on day 1 of the month or Monday through Friday, only in June"],
  ["0 0 9 L * MON#2", "at 09:00, on the last day of the month or on the second Monday of the month"],
])("%s is %s", (expression, words) => {
  expect(describeCron(expression)).toBe(words);
});

test.each(["@daily", "60 * * * *", "0 9 * *", "0 0 1 1 * 2027", "0 0 9 1 * 1 2027", "every day", ""])(
  "%s, which no step takes, has no words",
  (expression) => {
    expect(nextFires(expression, "UTC", new Date(0), 1)).toBeUndefined();
    expect(describeCron(expression)).toBeUndefined();
  },
);

test("a day of the month and one of the week are alternatives", () => {
  const fires = nextFires("0 9 1 * MON", "UTC", new Date("2026-06-30T12:00:00Z"), 2) ?? [];
  expect(fires.map((date) => date.toISOString().slice(0, 10))).toEqual(["2026-07-01", "2026-07-06"]);
});
