import { expect, test } from "vitest";
import { flakyLines, projectLines, slowestLines } from "./time-report.ts";

const file = (project: string, path: string, startUp: number, running: number) => ({
  project,
  path,
  tests: 2,
  environment: 500,
  startUp,
  running,
});

test("a project's start-up is apart from its tests, and the environment of shared workers counts once", () => {
  const files = [file("dom", "a.test.tsx", 1_000, 4_000), file("dom", "b.test.tsx", 200, 60_000)];
  expect(projectLines(files, new Map([["dom", { from: 1_000, to: 33_000 }]]))).toEqual([
    "project  files  tests  start-up s  tests s  first to last s",
    "dom          2      4         1.7     64.0             32.0",
  ]);
});

test("the ten slowest files are listed, the slowest first", () => {
  const files = Array.from({ length: 12 }, (_, index) => file("unit", `f${index}.test.ts`, 100, index * 1_000));
  const [head, first, ...others] = slowestLines(files);
  expect(head).toBe("slowest files     start-up s  tests s");
  expect(first).toBe("unit f11.test.ts         0.1     11.0");
  expect(others).toHaveLength(9);
});

test("tests that passed at the second attempt only are named, and nothing is printed when there are none", () => {
  expect(flakyLines([])).toEqual([]);
  expect(flakyLines(["a.test.ts > waits"])).toEqual(["passed at the second attempt only", "  a.test.ts > waits", ""]);
});
