import { expect, test } from "vitest";
import { axisOf } from "./axis.ts";

test("a short send and a delay of days can both be seen, in their order", () => {
  const [send, delay] = [
    { from: 0, until: 200 },
    { from: 200, until: 172_800_200 },
  ];
  const axis = axisOf([send, delay]);
  expect(axis.at(0)).toBe(0);
  expect(axis.at(200)).toBeGreaterThan(0.05);
  expect(axis.at(200)).toBeLessThan(0.5);
  expect(axis.at(172_800_200)).toBe(1);
});

test("ticks keep their distance, and the last one is the end", () => {
  const phases = Array.from({ length: 30 }, (_, index) => ({ from: index * 100, until: (index + 1) * 100 }));
  const { ticks } = axisOf(phases);
  expect(ticks.length).toBeLessThan(8);
  expect(ticks[0]).toEqual({ place: 0, sinceStart: 0 });
  expect(ticks.at(-1)).toEqual({ place: 1, sinceStart: 3_000 });
});

test("a run that took no time has one moment", () => {
  const axis = axisOf([{ from: 5, until: 5 }]);
  expect(axis.at(5)).toBe(0);
  expect(axis.ticks).toEqual([{ place: 0, sinceStart: 0 }]);
});
