import { afterAll, beforeAll, expect, test } from "vitest";
import { aStep, aWorkflow } from "#test/support/event.ts";
import { startWhole, type Whole } from "#test/support/whole.ts";
import { upkeepExecutionId } from "./ids.ts";
import { keepUpkeep } from "./keep-upkeep.ts";

// What looks after an installation by itself: one execution, which every worker sees to.

let whole: Whole;
beforeAll(async () => {
  whole = await startWhole();
});
afterAll(() => whole.stop());

const upkeep = () => whole.client.workflow.getHandle(upkeepExecutionId(whole.taskQueue));

test("a worker starts the upkeep, and makes one schedule", async () => {
  const schedules: string[] = [];
  for await (const { scheduleId } of whole.client.schedule.list()) {
    if (scheduleId.endsWith(whole.taskQueue)) schedules.push(scheduleId);
  }
  expect(schedules).toEqual([`housekeeping/${whole.taskQueue}`]);
  const described = await upkeep().describe();
  expect([described.type, described.status.name]).toEqual(["upkeepRun", "RUNNING"]);
});

test("an upkeep that an operator has terminated is started again", async () => {
  await upkeep().terminate();
  const errors: unknown[] = [];
  const end = await keepUpkeep(whole.engine, 100, (error) => errors.push(error));
  expect((await upkeep().describe()).status.name).toBe("RUNNING");
  await upkeep().terminate();
  await expect.poll(async () => (await upkeep().describe()).status.name, { timeout: 5_000 }).toBe("RUNNING");
  await end();
  expect(errors).toEqual([]);
});

test("a schedule fires at its time, though it was stored after the upkeep had looked", async () => {
  const { identifier: workflow } = await aWorkflow(whole.db, whole.environment, [aStep("in_app", { content: "x" })]);
  await whole.trigger({ name: workflow, to: "ada", transactionId: "creates-ada" });
  // The time of a schedule has no smaller parts than seconds.
  const startAt = new Date(Math.ceil(Date.now() / 1_000) * 1_000 + 2_000);
  const { status } = await whole.call("POST", "/schedules", {
    name: "Once",
    workflow,
    to: "ada",
    timezone: "UTC",
    recurrence: { type: "once", at: startAt.toISOString().slice(0, 19) },
  });
  expect(status).toBe(201);
  const fired = async () =>
    whole.db.$client<{ at: Date }[]>`select created_at as at from events where transaction_id like 'schedule-%'`;
  await expect.poll(async () => (await fired()).length, { timeout: 8_000, interval: 50 }).toBe(1);
  const [event] = await fired();
  expect(new Date(String(event?.at)).getTime() - startAt.getTime()).toBeLessThan(4_000);
});
