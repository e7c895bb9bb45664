import { expect, test } from "vitest";
import { createTimeSlices } from "./time-slices.ts";

function work(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

test("callers take turns, and other work runs between any two slices", async () => {
  const slices = createTimeSlices(5);
  const order: string[] = [];
  let isDone = false;
  const other = () => {
    order.push("-");
    if (!isDone) setImmediate(other);
  };
  setImmediate(other);
  const caller = async (name: string) => {
    await slices.turn();
    for (let count = 0; count < 3; count++) {
      if (slices.isOver()) await slices.turn();
      order.push(name);
      work(6);
    }
  };
  await Promise.all([caller("a"), caller("b")]);
  isDone = true;
  // The first caller used up the first slice alone.
  expect(order.filter((name) => name !== "-").join("")).toBe("aababb");
  expect(order.join("")).not.toMatch(/[ab]{2}/);
});

test("a slice that is not used up serves the next caller at once", async () => {
  const slices = createTimeSlices(1000);
  let isLater = false;
  setImmediate(() => {
    isLater = true;
  });
  await slices.turn();
  await slices.turn();
  expect(isLater).toBe(false);
});
