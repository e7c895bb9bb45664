import { expect, test } from "vitest";
import { sparklineText } from "./sparkline.tsx";

const WHAT = "runs in the last 24 hours";

test.each([
  [[], `No ${WHAT}`],
  [[{ total: 0, failed: 0 }], `No ${WHAT}`],
  [
    [
      { total: 1200, failed: 0 },
      { total: 4, failed: 0 },
    ],
    `1,204 ${WHAT}, none failed`,
  ],
  [
    [
      { total: 12, failed: 3 },
      { total: 5, failed: 1 },
    ],
    `17 ${WHAT}, 4 failed`,
  ],
])("the numbers are said in words: %j", (points, text) => {
  expect(sparklineText(points, WHAT)).toBe(text);
});
