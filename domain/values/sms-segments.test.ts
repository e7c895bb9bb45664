import { expect, test } from "vitest";
import { smsSize } from "./sms-segments.ts";

test.each([
  ["", "GSM-7", 0, 0],
  ["a".repeat(160), "GSM-7", 1, 160],
  ["a".repeat(161), "GSM-7", 2, 161],
  ["a".repeat(306), "GSM-7", 2, 306],
  ["a".repeat(307), "GSM-7", 3, 307],
  // Each of them takes an escape.
  ["€".repeat(80), "GSM-7", 1, 160],
  ["€".repeat(81), "GSM-7", 2, 162],
  // The escape of the 153rd septet goes with its character.
  [`${"a".repeat(152)}€${"a".repeat(152)}`, "GSM-7", 3, 306],
  ["ж".repeat(70), "UCS-2", 1, 70],
  ["ж".repeat(71), "UCS-2", 2, 71],
  // One character outside the alphabet makes all of them 16 bits wide.
  [`${"a".repeat(70)}ё`, "UCS-2", 2, 71],
  ["😀".repeat(35), "UCS-2", 1, 70],
  ["😀".repeat(36), "UCS-2", 2, 72],
])("%j is sent as %s in %i segments", (text, encoding, segments, units) => {
  expect(smsSize(text)).toMatchObject({ encoding, segments, units });
});

test("the capacity is that of as many segments", () => {
  expect([smsSize("a").capacity, smsSize("a".repeat(161)).capacity, smsSize("ж".repeat(71)).capacity]).toEqual([
    160, 306, 134,
  ]);
});
