import { expect, test } from "vitest";
import { reportOf } from "./report.ts";

const lineWith = (text: string, report: string) => report.split("\n").find((line) => line.includes(text));

test("a ratio compares what ran in the same round, so a slow round does not bend it", () => {
  const report = reportOf([
    { "floor.rate": 100, "single.rate": 70 },
    { "floor.rate": 10, "single.rate": 7 },
    { "floor.rate": 50, "single.rate": 35 },
  ]);
  expect(lineWith("single triggers", report)).toMatch(/35\.0 .* 0\.70 .*reached$/);
});

test("a target that was not met is reported as missed", () => {
  expect(lineWith("idle, p50", reportOf([{ "single.idle.p50": 41 }]))).toMatch(/missed$/);
});

test("a target that is a ratio is not judged when its reference was not measured", () => {
  expect(lineWith("single triggers", reportOf([{ "single.rate": 1000 }]))).toMatch(/not compared$/);
});

test("what was not measured is not in the table", () => {
  expect(reportOf([{ "email.rate": 900 }])).not.toContain("single triggers");
});
