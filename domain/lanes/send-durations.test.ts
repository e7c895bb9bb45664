import { expect, test } from "vitest";
import { DURATION_BUCKETS, durationBucket, medianOf } from "./send-durations.ts";

const counted = (durations: readonly number[]): number[] => {
  const counts = Array.from({ length: DURATION_BUCKETS }, () => 0);
  for (const ms of durations) counts[durationBucket(ms)] = (counts[durationBucket(ms)] ?? 0) + 1;
  return counts;
};

test("buckets grow with the duration, and the last one has whatever is longer than ten minutes", () => {
  expect([0, 1, 2, 3, 4, 180, 1_000].map(durationBucket)).toEqual([0, 1, 3, 4, 5, 15, 20]);
  expect(durationBucket(10 * 60_000)).toBe(DURATION_BUCKETS - 1);
  expect(durationBucket(24 * 3_600_000)).toBe(DURATION_BUCKETS - 1);
});

test("the median of many durations is exact to the width of a bucket, however they are spread", () => {
  const even = Array.from({ length: 1_001 }, (_, index) => index);
  expect(medianOf(counted(even))).toBeGreaterThan(480);
  expect(medianOf(counted(even))).toBeLessThan(520);
  const skewed = [...Array.from({ length: 90 }, () => 180), ...Array.from({ length: 10 }, () => 30_000)];
  expect(medianOf(counted(skewed))).toBeGreaterThan(128);
  expect(medianOf(counted(skewed))).toBeLessThan(181);
});

test("counts of two processes have the median of both", () => {
  const [fast, slow] = [counted([10, 10, 10]), counted([1_000])];
  const both = fast.map((count, bucket) => count + (slow[bucket] ?? 0));
  expect(medianOf(both)).toBe(medianOf(counted([10, 10, 10, 1_000])));
});

test("nothing that was counted has no median", () => {
  expect(medianOf([])).toBeNull();
  expect(medianOf(counted([]))).toBeNull();
  expect(medianOf(counted([0]))).toBe(1);
});
