import { ApplicationFailure } from "@temporalio/common";
import type { TestWorkflowEnvironment } from "@temporalio/testing";
import { afterEach, beforeEach, expect, test } from "vitest";
import { fakeActivities, withWorker } from "#test/support/run-workflow.ts";
import { createTimeSkippingEnvironment } from "#test/support/time-skipping.ts";
import { upkeepSignal } from "../messages.ts";

const MINUTE = 60_000;
/** Servers suggest that an execution continues as new when its history has so many events. */
const SUGGESTED_AFTER = 4_096;

// One for each test: the server may keep a task of an execution that was terminated for ever, and then skips no more time.
let env: TestWorkflowEnvironment;
beforeEach(async () => {
  env = await createTimeSkippingEnvironment();
});
afterEach(() => env.teardown());

/** Activities that note when they were called. The reconciler looks every minute; schedules are due when `nextFiring` says. */
function upkeep(nextFiring: (now: number, call: number) => number | null) {
  const [fired, looked]: [number[], number[]] = [[], []];
  const activities = fakeActivities({
    fireSchedules: async () => {
      const now = await env.currentTimeMs();
      fired.push(now);
      return { fired: 0, nextDueAt: nextFiring(now, fired.length) };
    },
    reconcile: async () => {
      const now = await env.currentTimeMs();
      looked.push(now);
      return { stopped: 0, started: 0, nextDueAt: now + MINUTE };
    },
  });
  return { activities, fired, looked };
}

const until = async (isTrue: () => boolean) => {
  while (!isTrue()) await new Promise((resolve) => setTimeout(resolve, 20));
};

/** Moves the clock on, which jumps while a busy machine has not answered yet: one round may take more than its minutes. */
const pass = async (minutes: number, isTrue: () => boolean) => {
  do await env.sleep(minutes * MINUTE);
  while (!isTrue());
};

test("an idle installation has one execution for all of its upkeep, which goes on in a new one a few times a day", async () => {
  const { activities, fired, looked } = upkeep(() => null);
  await withWorker(env, activities, async (start) => {
    const execution = await start(undefined, "upkeepRun");
    await env.sleep("10 minutes");
    await pass(1, () => looked.length >= 10);
    const { events = [] } = await execution.fetchHistory();
    await execution.terminate();
    expect(((events?.length ?? 0) * 6 * 24) / SUGGESTED_AFTER).toBeLessThan(10);
  });
  expect(looked.length).toBeLessThan(13);
  expect(fired).toHaveLength(1);
});

test("schedules are fired when the next one is due, and at once when somebody stores a nearer one", async () => {
  const { activities, fired, looked } = upkeep((now, call) => (call === 1 ? now + 10 * MINUTE : now + 1_000 * MINUTE));
  await withWorker(env, activities, async (start) => {
    const execution = await start(undefined, "upkeepRun");
    await pass(5, () => fired.length === 2);
    const times = looked.length;
    await execution.signal(upkeepSignal, "schedules");
    await until(() => fired.length === 3);
    expect(looked.length).toBe(times);
    await execution.signal(upkeepSignal, "reconciliation");
    await until(() => looked.length === times + 1);
    await execution.terminate();
  });
  expect(Math.round(((fired[1] ?? 0) - (fired[0] ?? 0)) / MINUTE)).toBe(10);
});

test("a part that fails for good is tried again, and does not end the other one", async () => {
  const { activities, looked } = upkeep(() => null);
  let calls = 0;
  const failing = async () => {
    calls += 1;
    throw ApplicationFailure.nonRetryable("the statement is wrong");
  };
  await withWorker(env, { ...activities, fireSchedules: failing }, async (start) => {
    const execution = await start(undefined, "upkeepRun");
    await pass(10, () => looked.length >= 5 && calls >= 4);
    expect((await execution.describe()).status.name).toBe("RUNNING");
    await execution.terminate();
  });
});

test("a long history is continued in a new execution, also while one part waits for nothing", async () => {
  const { activities, fired, looked } = upkeep(() => null);
  // More than a server wants a history to hold, in few signals.
  const large = "x".repeat(1_000_000);
  await withWorker(env, activities, async (start) => {
    const execution = await start(undefined, "upkeepRun");
    for (let i = 0; i < 6; i++) await execution.signal(upkeepSignal, large as never);
    await pass(1, () => fired.length === 2 && looked.length >= 2);
    const current = env.client.workflow.getHandle(execution.workflowId);
    const described = await current.describe();
    expect(described.status.name).toBe("RUNNING");
    expect(described.runId).not.toBe(execution.firstExecutionRunId);
    await current.terminate();
  });
});
