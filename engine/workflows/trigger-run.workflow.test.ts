import type { TestWorkflowEnvironment } from "@temporalio/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fakeActivities, step, withWorker } from "#test/support/run-workflow.ts";
import { createTimeSkippingEnvironment } from "#test/support/time-skipping.ts";
import { cancelSignal, standingQuery } from "../messages.ts";

const DAY = 24 * 60 * 60 * 1000;
let env: TestWorkflowEnvironment;

beforeAll(async () => {
  env = await createTimeSkippingEnvironment();
});
afterAll(() => env.teardown());

test("every run takes the steps in their order", async () => {
  const taken: string[] = [];
  const activities = fakeActivities({
    resolveAudience: async () => ({ runIds: ["a", "b"], next: null }),
    deliver: async ({ stepId, runIds }) => {
      taken.push(`${stepId}: ${runIds.join(" ")}`);
      return { left: [], retry: [] };
    },
  });
  await withWorker(env, activities, async (start) => {
    const handle = await start({ audience: "direct", steps: [step("first"), step("second", "email")] });
    await handle.result();
  });
  expect(taken).toEqual(["first: a b", "second: a b"]);
});

test("a first step that was taken with the audience is not taken again, and runs that it ended stay behind", async () => {
  const taken: string[] = [];
  const asked: (string | undefined)[] = [];
  const activities = fakeActivities({
    resolveAudience: async ({ inAppFirst }) => {
      asked.push(inAppFirst);
      return inAppFirst === undefined
        ? { runIds: ["a", "b"], next: null }
        : { runIds: ["a", "b"], next: null, onward: ["b"] };
    },
    deliver: async ({ stepId, runIds }) => {
      taken.push(`${stepId}: ${runIds.join(" ")}`);
      return { left: [], retry: [] };
    },
  });
  await withWorker(env, activities, async (start) => {
    await (await start({ audience: "direct", steps: [step("bell"), step("mail", "email")] })).result();
    await (await start({ audience: "direct", steps: [step("letter", "email"), step("bell")] })).result();
  });
  expect(asked).toEqual(["bell", undefined]);
  expect(taken).toEqual(["mail: b", "letter: a b", "bell: a b"]);
});

test("a delay holds what comes after it until its moment, and not longer", async () => {
  const delivered: number[] = [];
  let dueAt = 0;
  const activities = fakeActivities({
    beginDelay: async ({ runIds }) => {
      dueAt = (await env.currentTimeMs()) + 2 * DAY;
      return { waiting: runIds, dueAt, passed: [] };
    },
    deliver: async () => {
      delivered.push(await env.currentTimeMs());
      return { left: [], retry: [] };
    },
  });
  await withWorker(env, activities, async (start) => {
    await (await start({ audience: "direct", steps: [step("wait", "delay"), step("reminder")] })).result();
  });
  expect(delivered).toHaveLength(1);
  expect(delivered[0]).toBeGreaterThanOrEqual(dueAt);
  expect(delivered[0]).toBeLessThan(dueAt + 60_000);
});

test("runs that a delay does not apply to go on at once, while the others wait", async () => {
  const order: string[] = [];
  const activities = fakeActivities({
    resolveAudience: async () => ({ runIds: ["waits", "passes"], next: null }),
    beginDelay: async () => ({ waiting: ["waits"], dueAt: (await env.currentTimeMs()) + DAY, passed: ["passes"] }),
    deliver: async ({ runIds }) => {
      order.push(...runIds);
      return { left: [], retry: [] };
    },
  });
  await withWorker(env, activities, async (start) => {
    await (await start({ audience: "direct", steps: [step("wait", "delay"), step("message")] })).result();
  });
  expect(order).toEqual(["passes", "waits"]);
});

test("a run whose send may succeed later is tried again by itself, and only then goes on", async () => {
  const calls: string[] = [];
  const activities = fakeActivities({
    resolveAudience: async () => ({ runIds: ["ok", "flaky"], next: null }),
    deliver: async ({ stepId, runIds, attempt }) => {
      calls.push(`${stepId}#${attempt}: ${runIds.join(" ")}`);
      const isFirst = stepId === "mail" && attempt === 1;
      return { left: [], retry: isFirst ? [{ runIds: ["flaky"], afterMs: 30_000 }] : [] };
    },
  });
  const before = await env.currentTimeMs();
  await withWorker(env, activities, async (start) => {
    await (await start({ audience: "direct", steps: [step("mail", "email"), step("bell")] })).result();
  });
  expect(calls).toEqual(["mail#1: ok flaky", "bell#1: ok", "mail#2: flaky", "bell#1: flaky"]);
  expect((await env.currentTimeMs()) - before).toBeGreaterThanOrEqual(30_000);
});

test("a run that left at a failed step takes no further step", async () => {
  const calls: string[] = [];
  const activities = fakeActivities({
    resolveAudience: async () => ({ runIds: ["stays", "leaves"], next: null }),
    deliver: async ({ stepId, runIds }) => {
      calls.push(`${stepId}: ${runIds.join(" ")}`);
      return { left: stepId === "first" ? ["leaves"] : [], retry: [] };
    },
  });
  await withWorker(env, activities, async (start) => {
    await (await start({ audience: "direct", steps: [step("first"), step("second")] })).result();
  });
  expect(calls).toEqual(["first: stays leaves", "second: stays"]);
});

test("a cancelled event stops waiting at once", async () => {
  let ended = 0;
  const activities = fakeActivities({
    beginDelay: async ({ runIds }) => ({ waiting: runIds, dueAt: (await env.currentTimeMs()) + 300 * DAY, passed: [] }),
    endDelay: async () => {
      ended = await env.currentTimeMs();
      return { onward: [] };
    },
  });
  const before = await env.currentTimeMs();
  await withWorker(env, activities, async (start) => {
    const handle = await start({ audience: "direct", steps: [step("wait", "delay"), step("never")] });
    await handle.signal(cancelSignal);
    await handle.result();
  });
  expect(ended - before).toBeLessThan(DAY);
});

test("a cancelled event does not hurry a send that waits to be tried again", async () => {
  const attempts: number[] = [];
  const activities = fakeActivities({
    deliver: async ({ attempt }) => {
      attempts.push(await env.currentTimeMs());
      return { left: [], retry: attempt === 1 ? [{ runIds: ["run-1"], afterMs: 3_600_000 }] : [] };
    },
  });
  await withWorker(env, activities, async (start) => {
    const handle = await start({ audience: "direct", steps: [step("mail", "email")] });
    await handle.signal(cancelSignal);
    await handle.result();
  });
  const [first = 0, second = 0] = attempts;
  expect(second - first).toBeGreaterThanOrEqual(3_600_000);
});

test("a large audience becomes cohorts, each served once, and the event is done when all of them are", async () => {
  const pages = 12;
  const served = new Set<string>();
  const activities = fakeActivities({
    resolveAudience: async ({ cursor }) => {
      const page = cursor === "" ? 0 : Number(cursor);
      return { runIds: [`run-${page}`], next: page + 1 < pages ? String(page + 1) : null };
    },
    deliver: async ({ runIds }) => {
      for (const runId of runIds) served.add(runId);
      return { left: [], retry: [] };
    },
  });
  const standing = await withWorker(env, activities, async (start) => {
    const handle = await start({ audience: "broadcast", steps: [step("bell")] });
    await handle.result();
    return handle.query(standingQuery);
  });
  expect(served.size).toBe(pages);
  expect(standing).toEqual({
    resolved: true,
    recipients: pages,
    cohorts: { started: pages, finished: pages },
    canceled: false,
  });
});

test("an execution that continues a large event goes on where the one before left off", async () => {
  const resolved: string[] = [];
  const activities = fakeActivities({
    resolveAudience: async ({ cursor }) => {
      resolved.push(cursor);
      const page = Number(cursor);
      return { runIds: [`run-${page}`], next: page < 5 ? String(page + 1) : null };
    },
  });
  const standing = await withWorker(env, activities, async (start) => {
    const progress = { cursor: "3", recipients: 3, cohortsStarted: 3, open: [], active: [], canceled: false };
    const handle = await start({ audience: "broadcast", steps: [step("bell")], progress });
    await handle.result();
    return handle.query(standingQuery);
  });
  expect(resolved).toEqual(["3", "4", "5"]);
  expect(standing).toEqual({
    resolved: true,
    recipients: 6,
    cohorts: { started: 6, finished: 6 },
    canceled: false,
  });
});

test("cohorts that only wait do not hold up the rest of the audience", async () => {
  const pages = 10;
  let resolved = 0;
  const activities = fakeActivities({
    resolveAudience: async ({ cursor }) => {
      const page = cursor === "" ? 0 : Number(cursor);
      resolved = page + 1;
      return { runIds: [`run-${page}`], next: page + 1 < pages ? String(page + 1) : null };
    },
    beginDelay: async ({ runIds }) => ({ waiting: runIds, dueAt: (await env.currentTimeMs()) + 30 * DAY, passed: [] }),
  });
  const before = await env.currentTimeMs();
  await withWorker(env, activities, async (start) => {
    const handle = await start({ audience: "broadcast", steps: [step("wait", "delay"), step("bell")] });
    await expect.poll(() => resolved, { timeout: 20_000 }).toBe(pages);
    expect((await env.currentTimeMs()) - before).toBeLessThan(30 * DAY);
    await handle.signal(cancelSignal);
    await handle.result();
  });
});
