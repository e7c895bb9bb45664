import { expect, test } from "vitest";
import type { JobStatus } from "#contract/constants/statuses.ts";
import { pollInterval, runState } from "./run-state.ts";

const run = (...statuses: JobStatus[]) => ({ jobs: statuses.map((status) => ({ status })) });

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

test("a list is read again while a run moves, less often while runs only wait, and not once all have ended", () => {
  const [running, waiting] = [pollInterval([run("running"), run("delayed")]), pollInterval([run("delayed")])];
  expect(running).toBeLessThan(waiting ?? 0);
  expect(pollInterval([run("completed"), run("failed")])).toBeUndefined();
});
