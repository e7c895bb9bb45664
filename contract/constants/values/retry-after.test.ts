import { expect, test } from "vitest";
import { boundedWait, retryAfterSeconds } from "./retry-after.ts";

const now = Date.parse("Tue, 05 May 2026 10:00:00 GMT");

test.each([
  ["7", 7],
  [" 7 ", 7],
  ["0", 0],
  ["1.5", 2],
  ["86400", 86_400],
  ["86401", 86_400],
  ["99999999999999999999", 86_400],
  ["9".repeat(400), 86_400],
  ["Tue, 05 May 2026 10:01:30 GMT", 90],
  ["Tuesday, 05-May-26 10:01:30 GMT", 90],
  ["Tue May  5 10:01:30 2026", 90],
  ["2026-05-05T10:01:30Z", 90],
  ["2026-05-05T12:01:30.000+02:00", 90],
  ["2026-05-05T10:01:30", 90],
  ["Tue, 05 May 2026 09:00:00 GMT", 0],
  ["Sun, 05 May 1400 09:00:00 GMT", 0],
  ["Fri, 31 Dec 9999 23:59:59 GMT", 86_400],
  // Joined by a proxy.
  ["5, 10", 10],
  ["10, 5", 10],
  ["5, soon", undefined],
  ["Fri, 45 May 2026 10:00:00 GMT", undefined],
  ["Sun", undefined],
  ["-5", undefined],
  ["+5", undefined],
  ["1e3", undefined],
  ["0x10", undefined],
  ["Infinity", undefined],
  ["NaN", undefined],
  ["abc", undefined],
  ["soon 5", undefined],
  ["", undefined],
  [" ", undefined],
  [",", undefined],
  [null, undefined],
  [undefined, undefined],
])("Retry-After: %s is a wait of %s s", (header, seconds) => {
  const wait = retryAfterSeconds(header, now);
  expect(wait).toBe(seconds);
  expect(Number.isNaN(new Date(now + (wait ?? 0) * 1_000).getTime())).toBe(false);
});

test.each([
  [0, 0],
  [0.2, 1],
  [86_400.5, 86_400],
  [Number.POSITIVE_INFINITY, 86_400],
  [Number.NaN, undefined],
  [-1, undefined],
  [Number.NEGATIVE_INFINITY, undefined],
  [undefined, undefined],
])("a wait of %s s is one of %s s", (seconds, bounded) => {
  expect(boundedWait(seconds)).toBe(bounded);
});
