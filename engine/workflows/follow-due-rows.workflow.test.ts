import type { TestWorkflowEnvironment } from "@temporalio/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fakeActivities, withWorker } from "#test/support/run-workflow.ts";
import { createTimeSkippingEnvironment } from "#test/support/time-skipping.ts";
import { lookAgainSignal } from "../messages.ts";

const SECOND = 1_000;
let env: TestWorkflowEnvironment;
beforeAll(async () => {
  env = await createTimeSkippingEnvironment();
});
afterAll(() => env.teardown());

/** Activities that say so many seconds, one after the other, until the next row is due; and when they were called. */
function rowsDueIn(...seconds: readonly (number | null)[]) {
  const calls: number[] = [];
  const doDue = async () => {
    const now = await env.currentTimeMs();
    const wait = seconds[calls.length] ?? null;
    calls.push(now);
    return { nextDueAt: wait === null ? null : now + wait * SECOND };
  };
  const activities = fakeActivities({ deliverInboundMails: doDue, returnSnoozed: doDue, askReceipts: doDue });
  const waits = () => calls.slice(1).map((at, index) => Math.round((at - (calls[index] ?? 0)) / SECOND));
  return { activities, waits, calls };
}

const RUNS = [
  ["replies", "inboundMailRun"],
  ["snoozed notifications", "snoozeRun"],
  ["receipts of vendors", "receiptRun"],
] as const;

test.each(RUNS)("%s are seen to when they are due, and the execution ends when none is left", async (_, type) => {
  const { activities, waits } = rowsDueIn(4, 8, null);
  await withWorker(env, activities, async (start) => (await start(undefined, type)).result());
  expect(waits()).toEqual([4, 8]);
});

test.each(RUNS)("%s that come while others wait have the execution look at once", async (_, type) => {
  const { activities, calls } = rowsDueIn(3_600, null);
  await withWorker(env, activities, async (start) => {
    const execution = await start(undefined, type);
    while (calls.length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    await execution.signal(lookAgainSignal);
    while (calls.length === 1) await new Promise((resolve) => setTimeout(resolve, 20));
    await execution.result();
  });
  expect(calls).toHaveLength(2);
  expect((calls[1] ?? 0) - (calls[0] ?? 0)).toBeLessThan(3_600 * SECOND);
});
