import { expect, test } from "vitest";
import { aHealth } from "#dashboard/testing/integrations.ts";
import { lastHourText, sentTodayText, stateText } from "./health-text.ts";

const NOW = new Date(2026, 0, 5, 14, 30).getTime();
const at = (...[day, hour, minute]: [number, number, number]) => new Date(2026, 0, day, hour, minute).toISOString();

test.each([
  [aHealth(), "Healthy"],
  [aHealth({ state: "failing", since: at(5, 14, 5) }), "Failing since 14:05"],
  [aHealth({ state: "failing", since: at(4, 9, 0) }), "Failing since 4 Jan, 09:00"],
  [aHealth({ state: "failing" }), "Failing"],
  [aHealth({ state: "away", since: at(5, 14, 5), awayUntil: at(5, 14, 40) }), "Away until 14:40"],
  [aHealth({ state: "inactive" }), "Inactive"],
])("a state is said with its time: %#", (health, text) => {
  expect(stateText(health, NOW)).toBe(text);
});

test.each([
  [1_182, 22, 180, "98.1 % of 1,204 sends in the last hour succeeded · median 180 ms"],
  [99_999, 1, 1_440, "99.9 % of 100,000 sends in the last hour succeeded · median 1.4 s"],
  [3, 0, 90_000, "100 % of 3 sends in the last hour succeeded · median 1.5 min"],
  [0, 7, null, "0 % of 7 sends in the last hour succeeded"],
  [0, 0, null, "Nothing sent in the last hour"],
])("%i sends and %i failures of an hour", (sent, failed, medianMs, text) => {
  expect(lastHourText({ sent, failed, successShare: null, medianMs })).toBe(text);
});

test("the day is that of UTC, which is said", () => {
  expect(sentTodayText(12_004)).toBe("12,004 sent today (UTC)");
});
