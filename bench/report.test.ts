import { expect, test } from "vitest";
import { reportOf } from "./report.ts";

const lineWith = (text: string, report: string) => report.split("\n").find((line) => line.includes(text));

test("a ratio compares figures of the same round, so that a slow round does not change it", () => {
  const report = reportOf([
    { "bareExecutions.rate": 100, "single.rate": 85 },
    { "bareExecutions.rate": 10, "single.rate": 8.5 },
    { "bareExecutions.rate": 50, "single.rate": 42.5 },
  ]);
  expect(lineWith("single triggers", report)).toMatch(/42\.5 .* 0\.85 .*reached$/);
});

test("a target that was not met is reported as missed", () => {
  expect(lineWith("memory", reportOf([{ "belfry.memory": 451 }]))).toMatch(/missed$/);
});

test("a ratio above its upper limit is reported as missed", () => {
  const report = reportOf([{ "critical.idle.p99": 20, "critical.loaded.p99": 31 }]);
  expect(lineWith("during a broadcast, p99", report)).toMatch(/ 1\.55 .*missed$/);
});

test("a target that is a ratio is not judged when its reference was not measured", () => {
  expect(lineWith("single triggers", reportOf([{ "single.rate": 1000 }]))).toMatch(/not compared$/);
});

test("what was not measured is not in the table", () => {
  expect(reportOf([{ "email.rate": 900 }])).not.toContain("single triggers");
});

test("a read is compared with the bare read of the same answer, and its CPU time is not judged", () => {
  const report = reportOf([
    { "bare.feed.rate": 1000, "feed.rate": 690, "bare.list.rate": 100, "list.rate": 71, "list.cpu.server": 0.9 },
  ]);
  expect(lineWith("  first page of a feed", report)).toMatch(/690 .* 0\.69 .*at least 0\.7 of bare calls .*missed$/);
  expect(lineWith("  list of messages", report)).toMatch(/71\.0 .* 0\.71 .*reached$/);
  expect(lineWith("CPU, API + worker", report)).toMatch(/0\.90 +s per 1,000$/);
});
