import { expect, test } from "vitest";
import { localText, snoozeIssue, snoozeTimes } from "./snooze-times.ts";

const at = (text: string) => new Date(text).getTime();
const names = (now: string, hours = 1_000) =>
  snoozeTimes(at(now), hours).map(({ name, until }) => [name, localText(until.getTime())]);

test("a snooze is offered for an hour, until tomorrow and until Monday of next week at nine by the reader's clock", () => {
  expect(names("2026-03-04T15:20")).toEqual([
    ["oneHour", "2026-03-04T16:20"],
    ["tomorrow", "2026-03-05T09:00"],
    ["nextWeek", "2026-03-09T09:00"],
  ]);
});

test("on a Monday the next week begins in seven days, and on a Sunday in eight: tomorrow is offered anyway", () => {
  expect(names("2026-03-09T08:00").at(-1)).toEqual(["nextWeek", "2026-03-16T09:00"]);
  expect(names("2026-03-08T08:00").slice(1)).toEqual([
    ["tomorrow", "2026-03-09T09:00"],
    ["nextWeek", "2026-03-16T09:00"],
  ]);
});

test("what is beyond the longest snooze is not offered", () => {
  expect(names("2026-03-04T15:20", 24).map(([name]) => name)).toEqual(["oneHour", "tomorrow"]);
  expect(names("2026-03-04T15:20", 0)).toEqual([]);
});

test("a chosen moment is later than now and within the longest snooze", () => {
  const now = at("2026-03-04T15:20");
  expect(snoozeIssue(Number.NaN, now, 24)).toBe("mustBeLater");
  expect(snoozeIssue(now, now, 24)).toBe("mustBeLater");
  expect(snoozeIssue(now + 25 * 3_600_000, now, 24)).toBe("tooFar");
  expect(snoozeIssue(now + 3_600_000, now, 24)).toBeUndefined();
});
