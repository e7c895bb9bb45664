import { expect, test } from "vitest";
import { clockChangeText, dateInZone, wallDate } from "./date-words.ts";

const BERLIN_FORWARD = { at: "2027-03-28T01:00:00.000Z", from: "2027-03-28T02:00:00", to: "2027-03-28T03:00:00" };

test.each([
  [
    { local: "2027-03-28T03:00:00", clockChange: BERLIN_FORWARD, skipped: "2027-03-28T02:30:00" },
    "The clock goes forward: 02:30 does not exist, ends at 03:00",
  ],
  [{ local: "2026-10-25T02:30:00", repeated: "first" }, "The clock goes back: 02:30 comes twice, ends the first time"],
  [
    { local: "2027-03-29T09:00:15", clockChange: BERLIN_FORWARD },
    "Since 28 Mar the clock is forward from 02:00 to 03:00",
  ],
  [
    {
      local: "2026-11-02T01:30:00",
      clockChange: { at: "2026-11-01T06:00:00.000Z", from: "2026-11-01T02:00:00", to: "2026-11-01T01:00:00" },
    },
    "Since 1 Nov the clock is back from 02:00 to 01:00",
  ],
  [{ local: "2027-03-29T09:00:00" }, undefined],
] as const)("the change of the clock of %j reads: %s", (date, words) => {
  expect(clockChangeText({ at: "2027-03-28T01:00:00.000Z", ...date })).toBe(words);
});

test("a moment is shown in the zone that is chosen, and as the clock of the step shows it", () => {
  expect(dateInZone("2027-03-28T01:00:00.000Z", "America/New_York")).toBe("Sat, 27 Mar 2027, 21:00");
  expect(wallDate("2027-03-28T03:00:00")).toBe("Sun, 28 Mar 2027, 03:00");
});
