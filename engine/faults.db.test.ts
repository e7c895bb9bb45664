import { setTimeout as sleep } from "node:timers/promises";
import type { WorkflowHandle } from "@temporalio/client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { aStep, aWorkflow } from "#test/support/event.ts";
import { eventually } from "#test/support/processes.ts";
import { storeSubscribers } from "#test/support/subscribers.ts";
import { startWhole, type Whole } from "#test/support/whole.ts";
import { cohortExecutionId, upkeepExecutionId } from "./ids.ts";
import { upkeepSignal } from "./messages.ts";

// API, worker, Temporal and Postgres together: what is done to one event or one cohort concerns it alone.

/** More than one cohort's worth. */
const MANY = 2_600;

let whole: Whole;
beforeAll(async () => {
  whole = await startWhole();
  await storeSubscribers(whole.db, whole.environment.scope, members(MANY));
});
afterAll(() => whole.stop());

const members = (count: number) => Array.from({ length: count }, (_, i) => ({ subscriberId: `m${i}` }));
const delay = (amount: number, unit: string) =>
  aStep("delay", {}, { metadata: { type: "regular", amount, unit } as never });
const workflow = (steps: object[]) => aWorkflow(whole.db, whole.environment, steps);

async function executionOf(transactionId: string): Promise<string> {
  const [row] = await whole.db.$client`select execution_id as id from events where transaction_id = ${transactionId}`;
  return String(row?.id);
}
const handleOf = async (transactionId: string, cohort?: number): Promise<WorkflowHandle> => {
  const id = await executionOf(transactionId);
  return whole.client.workflow.getHandle(cohort === undefined ? id : cohortExecutionId(id, cohort));
};
const stateBecomes = (transactionId: string, state: string, timeout = 30_000) =>
  expect.poll(async () => (await whole.status(transactionId)).state, { timeout, interval: 50 }).toBe(state);
/** Has the upkeep look for lost work, and waits for the end of that look. */
async function reconcile(): Promise<void> {
  const upkeep = whole.client.workflow.getHandle(upkeepExecutionId(whole.taskQueue));
  const historyOf = async () => (await upkeep.fetchHistory()).events ?? [];
  const { length: before } = await historyOf();
  await upkeep.signal(upkeepSignal, "reconciliation");
  await eventually("the upkeep looks for lost work", 30_000, async () => {
    const since = (await historyOf()).slice(before);
    const passes = since.filter(
      ({ activityTaskScheduledEventAttributes: scheduled }) => scheduled?.activityType?.name === "reconcile",
    );
    const ended = new Set(since.map(({ activityTaskCompletedEventAttributes: end }) => String(end?.scheduledEventId)));
    return passes.some(({ eventId }) => ended.has(String(eventId)));
  });
}
/** How many subscribers have a message of that content, and how many of them more than one. */
const served = async (transactionId: string, content: string) => {
  const [row] = await whole.db.$client<{ once: number; more: number }[]>`
    select count(*) filter (where n = 1)::int as once, count(*) filter (where n > 1)::int as more
    from (select count(*) as n from messages where transaction_id = ${transactionId} and content = ${content}
      group by subscriber_id) as counts`;
  return row ?? { once: 0, more: 0 };
};
const everybody = { once: MANY, more: 0 };

describe("a cohort's execution that", () => {
  const now = aStep("in_app", { content: "now" });
  const later = aStep("in_app", { content: "later" });

  test.each(["terminated", "cancelled"] as const)(
    "is %s is noticed by parent and event; the others go on, and a resume finishes it",
    async (how) => {
      const { identifier: name } = await workflow([now, delay(9, "seconds"), later]);
      const transactionId = `cohort-${how}`;
      await whole.broadcast({ name, transactionId });
      await expect.poll(async () => (await whole.status(transactionId)).jobs.delayed, { timeout: 20_000 }).toBe(MANY);
      const cohort = await handleOf(transactionId, 0);
      await (how === "terminated" ? cohort.terminate("by the test") : cohort.cancel());

      await stateBecomes(transactionId, "stopped", 10_000);
      const { stopReason } = await whole.status(transactionId);
      expect(stopReason).toMatch(how === "terminated" ? /Terminated/ : /An operator cancelled the execution/);
      // The parent ends: it waits for nobody who is gone.
      await (await handleOf(transactionId)).result();
      const others = (await served(transactionId, "later")).once;
      expect(others).toBeGreaterThan(1_000);
      expect(others).toBeLessThan(MANY - 1_000);

      expect(await whole.trigger({ name, to: "m1", transactionId })).toMatchObject({
        status: "error",
        error: [expect.stringMatching(/ended unfinished.*POST \/v1\/events\/trigger\/.*\/resume/)],
      });
      expect((await whole.call("POST", `/events/trigger/${transactionId}/resume`)).body).toEqual({
        data: { resumed: true },
      });
      await reconcile();
      await stateBecomes(transactionId, "completed");
      expect(await served(transactionId, "now")).toEqual(everybody);
      expect(await served(transactionId, "later")).toEqual(everybody);
      expect((await whole.status(transactionId)).jobs).toEqual({ completed: 3 * MANY });
      // What was ended by hand and has been resumed is not ended again.
      await reconcile();
      expect((await whole.status(transactionId)).state).toBe("completed");
      expect(await whole.trigger({ name, to: "m1", transactionId })).toMatchObject({ status: "processed" });
    },
    60_000,
  );

  test("fails is noted with its reason; the others go on, and a resume finishes it", async () => {
    const { identifier: name } = await workflow([now, delay(2, "seconds"), later]);
    const transactionId = "cohort-fails";
    await whole.db.$client.unsafe(`
      create function break_cohort() returns trigger language plpgsql as $$
      begin
        if new.position >= 2 and new.cohort_id = (select c.id from cohorts c join events e on e.id = c.event_id
          where e.transaction_id = '${transactionId}' and c.number = 1)
        then raise exception 'a bug' using errcode = '42883'; end if;
        return new;
      end $$;
      create trigger break_cohort before update on runs for each row execute function break_cohort();`);
    await whole.broadcast({ name, transactionId });
    await stateBecomes(transactionId, "stopped");
    expect((await whole.status(transactionId)).stopReason).toContain("A statement was refused (bug)");
    await (await handleOf(transactionId)).result();
    const { jobs } = await whole.status(transactionId);
    expect(jobs.running ?? jobs.delayed ?? jobs.pending).toBeUndefined();
    expect(jobs.failed).toBeGreaterThan(1_000);
    const [detail] = await whole.db.$client`
      select d.raw from execution_details d join runs r on r.id = d.run_id
      where r.transaction_id = ${transactionId} and d.status = 'Failed' limit 1`;
    expect(detail?.raw).toContain("A statement was refused");

    await whole.db.$client.unsafe("drop function break_cohort cascade");
    await whole.call("POST", `/events/trigger/${transactionId}/resume`);
    await stateBecomes(transactionId, "completed");
    expect(await served(transactionId, "later")).toEqual(everybody);
    expect((await whole.status(transactionId)).jobs).toEqual({ completed: 3 * MANY });
  }, 60_000);
});

/** Longer than a busy machine takes to accept and cancel events for hundreds. */
const DELAY_SECONDS = 12;

test("events that are cancelled at any moment of their first second send nothing later, and skip no delay", async () => {
  const { identifier: name } = await workflow([
    aStep("in_app", { content: "now" }),
    delay(DELAY_SECONDS, "seconds"),
    aStep("in_app", { content: "tomorrow" }),
  ]);
  const events = Array.from({ length: 24 }, (_, i) => ({ transactionId: `early-${i}`, waitMs: i * 25 }));
  await Promise.all(
    events.map(async ({ transactionId, waitMs }, i) => {
      const { subscribers } = { subscribers: members(i % 2 === 0 ? 1 : 400).map(({ subscriberId }) => subscriberId) };
      await whole.trigger({ name, to: subscribers, transactionId });
      await sleep(waitMs);
      expect((await whole.call("DELETE", `/events/trigger/${transactionId}`)).body).toEqual({ data: true });
    }),
  );
  await Promise.all(events.map(async ({ transactionId }) => (await handleOf(transactionId)).result()));
  await sleep((DELAY_SECONDS + 1) * 1_000);
  for (const { transactionId } of events) {
    const { state, jobs } = await whole.status(transactionId);
    expect(state).toBe("canceled");
    expect(
      Object.keys(jobs)
        .sort()
        .filter((status) => !["canceled", "completed"].includes(status)),
    ).toEqual([]);
    expect(await served(transactionId, "tomorrow")).toEqual({ once: 0, more: 0 });
    const delays = await whole.db.$client`
      select distinct j.status from jobs j join runs r on r.id = j.run_id
      where r.transaction_id = ${transactionId} and j.type = 'delay'`;
    expect(delays.map(({ status }) => status)).not.toContain("completed");
  }
}, 60_000);
