import { expect, test } from "vitest";
import { changeOf } from "./change-text.ts";

test.each([
  [116, 100, "more", "+16 %, up from 100 in the 24 hours before"],
  [80, 100, "fewer", "−20 %, down from 100 in the 24 hours before"],
  [10_001, 10_000, "more", "+<1 %, up from 10k in the 24 hours before"],
  [0, 1_234, "fewer", "−100 %, down from 1.2k in the 24 hours before"],
  [500, 3, "more", "Up from 3 in the 24 hours before"],
  [5, 0, "more", "None in the 24 hours before"],
  [5, 5, "same", "As many as in the 24 hours before"],
  [0, 0, "same", "None in the previous 24 hours either"],
] as const)("%i after %i is %s: %s", (count, previous, direction, text) => {
  expect(changeOf(count, previous, "24 hours")).toEqual({ direction, text });
});
