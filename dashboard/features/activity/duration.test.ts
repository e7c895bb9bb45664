import { expect, test } from "vitest";
import { durationText } from "./duration.ts";

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
