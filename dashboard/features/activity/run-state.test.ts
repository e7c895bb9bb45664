import { expect, test } from "vitest";
import { DETAILS } from "#contract/constants/details.ts";
import type { JobStatus } from "#contract/constants/statuses.ts";
import { pollInterval, runState } from "./run-state.ts";

const run = (...statuses: JobStatus[]) => ({ jobs: statuses.map((status) => ({ status, executionDetails: [] })) });
const filtered = { status: "canceled" as const, executionDetails: [{ detail: DETAILS.stepFiltered }] };

test.each([
  [["completed", "delayed", "pending"], "waiting"],
  [["completed", "queued"], "running"],
  [["pending", "pending"], "running"],
  [["completed", "failed"], "failed"],
  [["failed", "pending"], "failed"],
  [["completed", "canceled"], "canceled"],
  [["merged", "pending"], "merged"],
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

test("a list is read again while a run moves, less often while runs only wait, and not once all have ended", () => {
  const [running, waiting] = [pollInterval([run("running"), run("delayed")]), pollInterval([run("delayed")])];
  expect(running).toBeLessThan(Number(waiting));
  expect(pollInterval([run("completed"), run("failed")])).toBe(false);
});
