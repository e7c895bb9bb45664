import { expect, test } from "vitest";
import { durationText, wordedDuration } from "./duration.ts";

test.each([
  [0, "0 ms"],
  [340, "340 ms"],
  [2_400, "2.4 s"],
  [59_900, "59 s"],
  [185_000, "3 min 5 s"],
  [7_200_000, "2 h"],
  [187_200_000, "2 d 4 h"],
])("%i ms reads as %s", (ms, text) => {
  expect(durationText(ms)).toBe(text);
});

test.each([
  [2 * 86_400_000, "2 days"],
  [86_400_000 + 4 * 3_600_000 + 60_000, "1 day 4 hours"],
  [90_000, "1 minute 30 seconds"],
  [3_600_000, "1 hour"],
  [10, "1 second"],
])("%i ms are %s in a sentence", (ms, text) => {
  expect(wordedDuration(ms)).toBe(text);
});
