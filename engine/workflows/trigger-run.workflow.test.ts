import { Context } from "@temporalio/activity";
import { type WorkflowExecutionDescription, WorkflowFailedError } from "@temporalio/client";
import { ApplicationFailure, CancelledFailure } from "@temporalio/common";
import type { TestWorkflowEnvironment } from "@temporalio/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Activities, Advanced } from "#activities/index.ts";
import { answers, fakeActivities, idle, waitsUntil, withWorker } from "#test/support/run-workflow.ts";
import { createTimeSkippingEnvironment } from "#test/support/time-skipping.ts";
import { lookAgainSignal } from "../messages.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
let env: TestWorkflowEnvironment;

beforeAll(async () => {
  env = await createTimeSkippingEnvironment();
});
afterAll(() => env.teardown());

type Input = Parameters<Activities["stopOwned"]>[0];

/** The notes about executions that ended before their time. */
function noted() {
  const stops: Input[] = [];
  const stopOwned = async (input: Input) => {
    stops.push(input);
  };
  return { stops, stopOwned };
}

const historyOf = async (workflowId: string) =>
  (await env.client.workflow.getHandle(workflowId).fetchHistory()).events ?? [];

async function typesIn(workflowId: string): Promise<(string | undefined)[]> {
  return (await historyOf(workflowId)).map((event) =>
    Object.keys(event)
      .find((key) => key.endsWith("EventAttributes") && event[key as keyof typeof event])
      ?.replace("EventAttributes", ""),
  );
}

/** Activities of the task queue that were asked for, each with its summary. */
async function queuedIn(workflowId: string): Promise<string[]> {
  return (await historyOf(workflowId)).flatMap(({ activityTaskScheduledEventAttributes: scheduled, userMetadata }) => {
    if (!scheduled) return [];
    const summary = Buffer.from(userMetadata?.summary?.data ?? []).toString();
    return [`${scheduled.activityType?.name}${summary && ` ${summary}`}`];
  });
}

const statusOf = async (workflowId: string): Promise<WorkflowExecutionDescription["status"]["name"]> =>
  (await env.client.workflow.getHandle(workflowId).describe()).status.name;

/** Some of these are more than a server lets a history grow before it suggests to continue it. */
const LARGE = "x".repeat(1_000_000);

const soon = async (): Promise<Advanced> => waitsUntil((await env.currentTimeMs()) + MINUTE);
const inADay = async (): Promise<Advanced> => waitsUntil((await env.currentTimeMs()) + DAY);

describe("an event with one cohort", () => {
  test("ends in one workflow task when nothing waits and nothing is to be sent", async () => {
    const activities = fakeActivities({
      advance: async () => {
        throw ApplicationFailure.nonRetryable("The audience was moved on when it was resolved");
      },
    });
    await withWorker(env, activities, async (start) => {
      const handle = await start();
      await handle.result();
      expect(await typesIn(handle.workflowId)).toEqual([
        "workflowExecutionStarted",
        "workflowTaskScheduled",
        "workflowTaskStarted",
        "workflowTaskCompleted",
        "markerRecorded",
        "workflowExecutionCompleted",
      ]);
    });
  });

  test("waits on a timer until its moment, and then moves on what is due", async () => {
    const looked: number[] = [];
    let at = 0;
    const activities = fakeActivities({
      resolveAudience: async () => {
        at = (await env.currentTimeMs()) + 2 * DAY;
        return { cohorts: 1, first: waitsUntil(at) };
      },
      advance: async () => {
        looked.push(await env.currentTimeMs());
        return idle;
      },
    });
    await withWorker(env, activities, async (start) => (await start()).result());
    expect(looked).toHaveLength(1);
    expect(looked[0]).toBeGreaterThanOrEqual(at);
    expect(looked[0]).toBeLessThan(at + MINUTE);
  });

  test("ends a wait early when it is asked to look again", async () => {
    const looked: number[] = [];
    const activities = fakeActivities({
      resolveAudience: async () => ({ cohorts: 1, first: await inADay() }),
      advance: async () => {
        looked.push(await env.currentTimeMs());
        return idle;
      },
    });
    const before = await env.currentTimeMs();
    await withWorker(env, activities, async (start) => {
      const handle = await start();
      await handle.signal(lookAgainSignal);
      await handle.result();
    });
    expect(looked).toHaveLength(1);
    expect(looked[0]).toBeLessThan(before + DAY);
  });

  test("looks again when it was asked to while it looked", async () => {
    const looked: number[] = [];
    const activities = fakeActivities({
      resolveAudience: async () => ({ cohorts: 1, first: await soon() }),
      advance: async () => {
        looked.push(await env.currentTimeMs());
        if (looked.length > 1) return idle;
        const answer = await inADay();
        // What changes after rows were read is not in the answer.
        const { workflowExecution } = Context.current().info;
        await env.client.workflow.getHandle(workflowExecution?.workflowId ?? "").signal(lookAgainSignal);
        return answer;
      },
    });
    await withWorker(env, activities, async (start) => (await start()).result());
    expect(looked).toHaveLength(2);
    const [first = 0, second = 0] = looked;
    expect(second - first).toBeLessThan(DAY);
  });

  test("goes on at once, without a timer, while there is more to do", async () => {
    let calls = 0;
    const next = answers({ ...idle, more: true }, { ...idle, more: true }, idle);
    const activities = fakeActivities({
      resolveAudience: async () => ({ cohorts: 1, first: { ...idle, more: true } }),
      advance: async () => {
        calls += 1;
        return next();
      },
    });
    await withWorker(env, activities, async (start) => {
      const handle = await start();
      await handle.result();
      expect(await typesIn(handle.workflowId)).not.toContain("timerStarted");
    });
    expect(calls).toBe(3);
  });

  test("goes through the task queue when the work beside the workflow fails, and waits there", async () => {
    let attempts = 0;
    const activities = fakeActivities({
      resolveAudience: async () => ({ cohorts: 1, first: { ...idle, more: true } }),
      advance: async () => {
        const { isLocal, attempt } = Context.current().info;
        attempts += isLocal ? 1 : 0;
        if (isLocal || attempt < 3) throw new Error("the database is away");
        return idle;
      },
    });
    const { stops, stopOwned } = noted();
    await withWorker(env, { ...activities, stopOwned }, async (start) => {
      const handle = await start();
      await handle.result();
      expect(await queuedIn(handle.workflowId)).toEqual(["advance"]);
      // Attempts beside the workflow leave one entry, and attempts in the queue none.
      expect((await historyOf(handle.workflowId)).length).toBeLessThan(16);
    });
    expect(attempts).toBeGreaterThan(1);
    expect(stops).toEqual([]);
  });

  test("resolves its audience through the task queue, as one that may have been resolved, when that fails beside the workflow", async () => {
    const given: (boolean | undefined)[] = [];
    const activities = fakeActivities({
      resolveAudience: async ({ again }) => {
        given.push(again);
        if (Context.current().info.isLocal) throw new Error("the database is away");
        return { cohorts: 1, first: idle };
      },
    });
    await withWorker(env, activities, async (start) => (await start()).result());
    expect(given.at(-1)).toBe(true);
    expect(given.slice(0, -1).every((again) => again === undefined)).toBe(true);
  });

  test("that cannot be moved on for good is noted as stopped with the reason, and its execution fails", async () => {
    const { stops, stopOwned } = noted();
    const activities = fakeActivities({
      resolveAudience: async () => ({ cohorts: 1, first: { ...idle, more: true } }),
      advance: async () => {
        throw ApplicationFailure.nonRetryable("a statement was refused", "sql_bug");
      },
      stopOwned,
    });
    await withWorker(env, activities, async (start) => {
      const handle = await start();
      await expect(handle.result()).rejects.toThrow(WorkflowFailedError);
      expect(await statusOf(handle.workflowId)).toBe("FAILED");
      expect(await queuedIn(handle.workflowId)).toEqual(["stopOwned"]);
    });
    expect(stops).toMatchObject([
      { event: { transactionId: expect.any(String) }, reason: "The execution failed: a statement was refused" },
    ]);
    expect(stops[0]).not.toHaveProperty("cohort");
  });

  test("that an operator cancels is noted as stopped, and its execution ends cancelled", async () => {
    const { stops, stopOwned } = noted();
    const activities = fakeActivities({
      resolveAudience: async () => ({ cohorts: 1, first: await inADay() }),
      stopOwned,
    });
    await withWorker(env, activities, async (start) => {
      const handle = await start();
      await handle.cancel();
      const failure = await handle.result().catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(WorkflowFailedError);
      expect((failure as WorkflowFailedError).cause).toBeInstanceOf(CancelledFailure);
      expect(await statusOf(handle.workflowId)).toBe("CANCELLED");
    });
    expect(stops).toMatchObject([{ reason: "An operator cancelled the execution" }]);
  });

  test("that wakes a hundred times leaves at most six entries for each time in its history", async () => {
    const wakes = 100;
    let calls = 0;
    const activities = fakeActivities({
      resolveAudience: async () => ({ cohorts: 1, first: await soon() }),
      advance: async () => {
        calls += 1;
        return calls < wakes ? soon() : idle;
      },
    });
    await withWorker(env, activities, async (start) => {
      const handle = await start();
      await handle.result();
      expect((await historyOf(handle.workflowId)).length).toBeLessThanOrEqual(wakes * 6 + 10);
    });
    expect(calls).toBe(wakes);
  });
});

describe("a long history", () => {
  test("is continued in a new execution, which knows that it is not the first, and nothing is noted as stopped", async () => {
    const { stops, stopOwned } = noted();
    const given: (boolean | undefined)[] = [];
    const activities = fakeActivities({
      resolveAudience: async ({ again }) => {
        given.push(again);
        return { cohorts: 1, first: again ? idle : await inADay() };
      },
      advance: inADay,
      stopOwned,
    });
    await withWorker(env, activities, async (start) => {
      const handle = await start();
      for (let i = 0; i < 6; i++) await handle.signal("lookAgain", LARGE);
      await handle.result();
      expect((await handle.describe()).runId).not.toBe(handle.firstExecutionRunId);
    });
    expect(given).toEqual([undefined, true]);
    expect(stops).toEqual([]);
  });
});

describe("an event with several cohorts", () => {
  const several = (cohorts: number) => async () => ({ cohorts, first: null });
  const childOf = (parent: { workflowId: string }, cohort: number) => `${parent.workflowId}/cohort-${cohort}`;
  const running = async (workflowId: string) => {
    await expect.poll(() => statusOf(workflowId).catch(() => "unknown"), { timeout: 10_000 }).toBe("RUNNING");
  };

  test("has an execution for each, and is through when all of them are", async () => {
    const looked: number[] = [];
    const activities = fakeActivities({
      resolveAudience: several(3),
      advance: async ({ cohort }) => {
        looked.push(cohort);
        return looked.filter((one) => one === cohort).length === 1 ? soon() : idle;
      },
    });
    await withWorker(env, activities, async (start) => {
      const handle = await start();
      await handle.result();
      for (const cohort of [0, 1, 2]) {
        const child = await env.client.workflow.getHandle(childOf(handle, cohort)).describe();
        expect(child).toMatchObject({ type: "cohortRun", status: { name: "COMPLETED" } });
      }
    });
    expect([...looked].sort()).toEqual([0, 0, 1, 1, 2, 2]);
  });

  test("continues a cohort with a long history in a new execution, and awaits that", async () => {
    const { stops, stopOwned } = noted();
    const calls = new Map<number, number>();
    const activities = fakeActivities({
      resolveAudience: several(2),
      advance: async ({ cohort }) => {
        calls.set(cohort, (calls.get(cohort) ?? 0) + 1);
        return calls.get(cohort) === 1 ? inADay() : idle;
      },
      stopOwned,
    });
    await withWorker(env, activities, async (start) => {
      const handle = await start();
      for (const cohort of [0, 1]) await running(childOf(handle, cohort));
      const child = env.client.workflow.getHandle(childOf(handle, 1));
      const { runId } = await child.describe();
      for (let i = 0; i < 6; i++) await child.signal("lookAgain", LARGE);
      await handle.result();
      const description = await child.describe();
      expect(description.runId).not.toBe(runId);
      expect(description.status.name).toBe("COMPLETED");
    });
    expect(stops).toEqual([]);
  });

  test("goes on with the others when one of them fails, which is noted as stopped", async () => {
    const { stops, stopOwned } = noted();
    const through: number[] = [];
    const calls = new Map<number, number>();
    const activities = fakeActivities({
      resolveAudience: several(3),
      advance: async ({ cohort }) => {
        if (cohort === 1) throw ApplicationFailure.nonRetryable("a statement was refused", "sql_bug");
        calls.set(cohort, (calls.get(cohort) ?? 0) + 1);
        if (calls.get(cohort) === 1) return inADay();
        through.push(cohort);
        return idle;
      },
      stopOwned,
    });
    await withWorker(env, activities, async (start) => {
      const handle = await start();
      await handle.result();
      expect(await statusOf(childOf(handle, 1))).toBe("FAILED");
    });
    expect(through.sort()).toEqual([0, 2]);
    expect(new Set(stops.map(({ cohort }) => cohort))).toEqual(new Set([1]));
    expect(stops[0]?.reason).toBe("The execution failed: a statement was refused");
  });

  test("goes on with the others when an operator cancels one of them, which is noted as stopped", async () => {
    const { stops, stopOwned } = noted();
    const through: number[] = [];
    const calls = new Map<number, number>();
    const activities = fakeActivities({
      resolveAudience: several(3),
      advance: async ({ cohort }) => {
        calls.set(cohort, (calls.get(cohort) ?? 0) + 1);
        if (calls.get(cohort) === 1) return inADay();
        through.push(cohort);
        return idle;
      },
      stopOwned,
    });
    await withWorker(env, activities, async (start) => {
      const handle = await start();
      for (const cohort of [0, 1, 2]) await running(childOf(handle, cohort));
      await env.client.workflow.getHandle(childOf(handle, 1)).cancel();
      await handle.result();
      expect(await statusOf(childOf(handle, 0))).toBe("COMPLETED");
      expect(await statusOf(childOf(handle, 1))).toBe("CANCELLED");
      expect(await statusOf(childOf(handle, 2))).toBe("COMPLETED");
    });
    expect(through.sort()).toEqual([0, 2]);
    expect(new Set(stops.map(({ cohort }) => cohort))).toEqual(new Set([1]));
    expect(stops[0]?.reason).toBe("An operator cancelled the execution");
  });

  test("is ended as a whole when an operator cancels its own execution", async () => {
    const { stops, stopOwned } = noted();
    const activities = fakeActivities({ resolveAudience: several(2), advance: inADay, stopOwned });
    await withWorker(env, activities, async (start) => {
      const handle = await start();
      for (const cohort of [0, 1]) await running(childOf(handle, cohort));
      await handle.cancel();
      await expect(handle.result()).rejects.toThrow(WorkflowFailedError);
      expect(await statusOf(handle.workflowId)).toBe("CANCELLED");
      for (const cohort of [0, 1]) await expect.poll(() => statusOf(childOf(handle, cohort))).toBe("CANCELLED");
    });
    expect(new Set(stops.map(({ cohort }) => cohort))).toEqual(new Set([0, 1, undefined]));
  });
});
