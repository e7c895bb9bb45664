import { expect, test } from "vitest";
import { DETAILS } from "#contract/constants/details.ts";
import type { JobStatus } from "#contract/constants/statuses.ts";
import { aDetail, aJob } from "#dashboard/testing/fixtures.ts";
import { pollInterval, runState } from "./run-state.ts";

const run = (...statuses: JobStatus[]) => ({ jobs: statuses.map((status) => aJob(status)) });
const filtered = aJob("canceled", { executionDetails: [aDetail(DETAILS.stepFiltered)] });
const unreachable = aJob("failed", { executionDetails: [aDetail(DETAILS.missingRecipient, { status: "Failed" })] });

test.each([
  [["completed", "delayed", "pending"], "waiting"],
  [["completed", "queued"], "running"],
  [["pending", "pending"], "running"],
  [["completed", "failed"], "failed"],
  [["failed", "pending"], "running"],
  [["completed", "canceled"], "canceled"],
  [["completed", "merged", "merged"], "merged"],
  [["completed", "skipped"], "completed"],
  [["skipped", "skipped"], "skipped"],
] satisfies [JobStatus[], string][])("jobs %j make a run that is %s", (statuses, state) => {
  expect(runState(run(...statuses))).toBe(state);
});

test("steps that conditions or preferences excluded leave a run completed, or skipped when nothing else happened", () => {
  expect(runState({ jobs: [...run("completed").jobs, filtered] })).toBe("completed");
  expect(runState({ jobs: [filtered, filtered] })).toBe("skipped");
  expect(runState({ jobs: [...run("canceled").jobs, filtered] })).toBe("canceled");
});

test("a step without an address leaves a run completed, or skipped when nothing else happened", () => {
  expect(runState({ jobs: [...run("completed").jobs, unreachable] })).toBe("completed");
  expect(runState({ jobs: [unreachable, filtered] })).toBe("skipped");
  expect(runState({ jobs: [...run("failed").jobs, unreachable] })).toBe("failed");
});

test("a list is read again while a run moves, less often while runs only wait, and not once all have ended", () => {
  const [running, waiting] = [pollInterval([run("running"), run("delayed")]), pollInterval([run("delayed")])];
  expect(running).toBeLessThan(Number(waiting));
  expect(pollInterval([run("failed", "pending")])).toBe(running);
  expect(pollInterval([run("completed"), run("failed")])).toBe(false);
});

test("a wait that ends within seconds is looked at when it has ended", () => {
  const until = (seconds: number) => ({
    jobs: [aJob("delayed", { dueAt: new Date(Date.now() + seconds * 1_000).toISOString() })],
  });
  const soon = Number(pollInterval([until(60), until(3)]));
  expect(soon).toBeGreaterThan(3_000);
  expect(soon).toBeLessThanOrEqual(3_500);
  expect(pollInterval([until(60)])).toBe(pollInterval([run("delayed")]));
  // What is overdue is not asked for without a pause.
  expect(pollInterval([until(-60)])).toBe(pollInterval([run("running")]));
});
