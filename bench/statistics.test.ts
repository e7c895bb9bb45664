import { expect, test } from "vitest";
import { median, percentile } from "./statistics.ts";

test("one slow round does not move the median", () => {
  expect(median([10, 500, 12])).toBe(12);
});

test("the median of an even number of rounds lies between the two in the middle", () => {
  expect(median([4, 1, 2, 100])).toBe(3);
});

test("p99 of a hundred latencies is exceeded by one of them alone", () => {
  const latencies = Array.from({ length: 100 }, (_, index) => index + 1);
  expect(percentile(latencies, 0.99)).toBe(99);
  expect(percentile(latencies, 0.5)).toBe(50);
});
