import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";
import { secondsOf, usageOf } from "./process-usage.ts";

test("the time that a child process works counts as its parent's", async () => {
  const before = usageOf(process.pid).cpuSeconds;
  const child = spawn(process.execPath, ["-e", "const end = Date.now() + 400; while (Date.now() < end);"]);
  await once(child, "exit");
  expect(usageOf(process.pid).cpuSeconds - before).toBeGreaterThan(0.1);
});

test("a process that runs holds memory", () => {
  expect(usageOf(process.pid).peakBytes).toBeGreaterThan(10_000_000);
});

test("CPU times are read in every form that ps prints", () => {
  expect(secondsOf("01:02.50")).toBe(62.5);
  expect(secondsOf("1:00:01")).toBe(3601);
  expect(secondsOf("2-00:00:03")).toBe(172_803);
});
