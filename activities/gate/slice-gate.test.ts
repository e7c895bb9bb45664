import { setTimeout as sleep, setImmediate as turn } from "node:timers/promises";
import { expect, test } from "vitest";
import { createFairQueue } from "./fair-queue.ts";
import { createSliceGate } from "./slice-gate.ts";

/** Notes in which order work begins; each piece ends when it is told to. */
function noted() {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const work = (name: string) => () =>
    new Promise<void>((end) => {
      begun.push(name);
      ends.push(end);
    });
  const endOne = async () => {
    ends.shift()?.();
    for (let turns = 0; turns < 5; turns++) await turn();
  };
  return { begun, work, endOne };
}

const of = (organizationId: string, { urgent = false } = {}) => ({ organizationId, urgent });

test("an organisation with a thousand pieces of work delays another by one piece for each slot", async () => {
  const { begun, work, endOne } = noted();
  const queue = createFairQueue(2);
  for (let piece = 0; piece < 1_000; piece++) void queue.run(of("flood"), work("flood"));
  void queue.run(of("quiet"), work("quiet"));
  void queue.run(of("other"), work("other"));
  await turn();
  expect(begun).toEqual(["flood", "flood"]);
  for (let ended = 0; ended < 4; ended++) await endOne();
  expect(begun).toEqual(["flood", "flood", "flood", "quiet", "other", "flood"]);
});

test("urgent work of the flooding organisation itself is next", async () => {
  const { begun, work, endOne } = noted();
  const queue = createFairQueue(1);
  for (let piece = 0; piece < 10; piece++) void queue.run(of("flood"), work("flood"));
  void queue.run(of("flood", { urgent: true }), work("critical"));
  await turn();
  await endOne();
  expect(begun).toEqual(["flood", "critical"]);
});

test("work that fails gives its slot back", async () => {
  const queue = createFairQueue(1);
  await expect(queue.run(of("a"), () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(await queue.run(of("a"), async () => "done")).toBe("done");
});

const slice = (members: number, organizationId: string, critical = false) => ({ members, organizationId, critical });

test("an event for few does not wait for broadcasts, nor for the many events of another organisation", async () => {
  const { begun, work, endOne } = noted();
  const gate = createSliceGate();
  for (let count = 0; count < 8; count++) void gate.run(slice(120, "flood"), work("broadcast"));
  for (let count = 0; count < 50; count++) void gate.run(slice(1, "flood"), work("single"));
  await turn();
  expect(begun.filter((name) => name === "single")).toHaveLength(16);
  void gate.run(slice(1, "quiet"), work("quiet"));
  void gate.run(slice(1, "flood", true), work("critical"));
  await turn();
  expect(begun.slice(-2).sort()).toEqual(["critical", "quiet"]);
  await endOne();
});

test("after an event for few, broadcasts are cut and go one at a time, and still go on", async () => {
  const gate = createSliceGate();
  expect(gate.largest()).toBe(Number.POSITIVE_INFINITY);
  await gate.run(slice(1, "quiet"), async () => {});
  expect(gate.largest()).toBe(30);
  let [together, most] = [0, 0];
  const work = async () => {
    together += 1;
    most = Math.max(most, together);
    await turn();
    together -= 1;
  };
  await Promise.all(Array.from({ length: 3 }, () => gate.run(slice(30, "flood"), work)));
  expect(most).toBe(1);
});

test("a broadcast that has waited since before an event for few is cut as well", async () => {
  const { work, endOne } = noted();
  const gate = createSliceGate();
  for (let count = 0; count < 3; count++) void gate.run(slice(120, "flood"), work("broadcast"));
  const waiting = gate.run(slice(120, "flood"), async (largest) => largest);
  await turn();
  await gate.run(slice(1, "quiet"), async () => {});
  for (let count = 0; count < 3; count++) await endOne();
  expect(await waiting).toBe(30);
});

test("a broadcast gives way to an event that was accepted, whose slice has not begun, but not for long if none comes", async () => {
  const gate = createSliceGate();
  const order: string[] = [];
  gate.expectSmall();
  expect(gate.largest()).toBe(30);
  const large = gate.run(slice(30, "flood"), async () => void order.push("flood"));
  await sleep(20);
  await gate.run(slice(1, "quiet"), async () => void order.push("quiet"));
  await large;
  expect(order).toEqual(["quiet", "flood"]);

  const start = performance.now();
  gate.expectSmall();
  await gate.run(slice(30, "flood"), async () => {});
  expect(performance.now() - start).toBeGreaterThan(45);
  await gate.run(slice(30, "flood"), async () => void order.push("flood"));
  expect(order).toHaveLength(3);
});

test("a broadcast gives way to small slices in progress for a limited time only: four times as long as its slices take", async () => {
  const gate = createSliceGate();
  // An endless row of small slices.
  void gate.run(slice(1, "quiet"), () => new Promise(() => {}));
  expect(await gate.run(slice(30, "flood"), () => sleep(30, "stored"))).toBe("stored");
  const start = performance.now();
  await gate.run(slice(30, "flood"), async () => {});
  const waited = performance.now() - start;
  expect(waited).toBeGreaterThan(100);
  expect(waited).toBeLessThan(10_000);
});
