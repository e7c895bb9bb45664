import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import {
  changeSchedule,
  createSchedule,
  pauseSchedule,
  resumeSchedule,
} from "#api/services/schedules/save-schedule.ts";
import { removeSubscriber } from "#api/services/subscribers/change-subscriber.ts";
import { upsertSubscriber } from "#api/services/subscribers/upsert-subscribers.ts";
import { permissionsOf } from "#contract/constants/permissions.ts";
import { CreateSchedule } from "#contract/schedules.ts";
import { closeDatabase, type Database, openDatabase } from "#db/client.ts";
import { claimDueSchedules } from "#db/queries/schedules/due-schedules.ts";
import { getSchedule } from "#db/queries/schedules/schedules.ts";
import { addTopicSubscribers } from "#db/queries/topics/topics.ts";
import { DomainError } from "#domain/errors.ts";
import { createTestEnvironment } from "#test/support/environment.ts";
import { aStep, aWorkflow } from "#test/support/event.ts";
import { fakeEngine } from "#test/support/fake-engine.ts";
import { testDatabaseUrl } from "#test/support/postgres.ts";
import { createEventRunner, type EventRunner } from "#test/support/run-event.ts";

// The customers' schedules, fired by a pass whose clock the test sets.

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

let db: Database;
const runners: EventRunner[] = [];
beforeAll(() => {
  db = openDatabase(testDatabaseUrl(), { poolSize: 10 });
});
beforeEach(() => db.$client`delete from schedules`);
afterAll(async () => {
  for (const runner of runners) await runner.close();
  await closeDatabase(db);
});

/** A workflow with an in-app step, and a runner whose clock is skipped to where a schedule is due. */
async function aScheduled(steps: object[] = [aStep("in_app", { content: "{{ name }}" })]) {
  const environment = await createTestEnvironment(db);
  const { scope, userId, environmentId } = environment;
  const workflow = await aWorkflow(db, environment, steps);
  const fake = fakeEngine();
  const runner = createEventRunner(db, { engine: fake.engine });
  runners.push(runner);
  const { clock } = runner.deps;
  const call = {
    scope,
    caller: {
      kind: "key" as const,
      keyId: randomUUID(),
      environmentId,
      userId,
      type: "environment" as const,
      keyEnd: "0000",
      roles: ["admin"],
      permissions: permissionsOf(["admin"]),
    },
  };
  const person = (subscriberId: string, timezone?: string) =>
    upsertSubscriber({ db, engine: fake.engine }, call, { subscriberId, timezone });
  const create = async (given: object) => {
    const body = { name: "Daily", workflow: workflow.identifier, to: "ada", payload: { name: "a" }, ...given };
    return (await createSchedule({ db, engine: fake.engine }, call, CreateSchedule.parse(body))).schedule;
  };
  const row = async ({ id }: { id: string }) => (await getSchedule(db, scope, id)).schedule;
  const pass = () => runner.call(runner.activities.fireSchedules);
  /** Goes to the moment, and some seconds on, and fires what is due then. */
  const passAt = async (moment: Date | null, late = 3_000) => {
    if (!moment) throw new Error("The schedule has no next occurrence");
    runner.skip(moment.getTime() - clock().getTime() + late);
    return pass();
  };
  const events = () => db.$client<{ transactionId: string }[]>`
    select transaction_id as "transactionId" from events where environment_id = ${environmentId} order by created_at`;
  return { ...fake, environment, scope, workflow, runner, clock, call, person, create, row, pass, passAt, events };
}

const everyHour = { recurrence: { type: "timed", amount: 1, unit: "hours" } };
const daily = { recurrence: { type: "cron", cronExpression: "0 9 * * *" } };

test("each occurrence is one event, which has the schedule's payload and its own name, and the next one follows", async () => {
  const { person, create, row, pass, passAt, events, started, runner } = await aScheduled();
  await person("ada");
  const schedule = await create(everyHour);
  expect(await pass()).toMatchObject({ fired: 0 });
  await passAt(schedule.nextAt);
  const name = `schedule-${schedule.id}-${schedule.nextAt?.toISOString()}`;
  expect(await events()).toEqual([{ transactionId: name }]);
  const after = await row(schedule);
  expect(after).toMatchObject({ status: "active", failures: 0, lastError: null, lastTransactionId: name });
  expect(after.nextAt?.getTime()).toBe((schedule.nextAt?.getTime() ?? 0) + HOUR);
  for (const { event } of started) await runner.start(event);
  expect(await db.$client`select content from messages where event_id = ${started[0]?.event.eventId ?? ""}`).toEqual([
    { content: "a" },
  ]);
  expect(await pass()).toMatchObject({ fired: 0 });
});

test("the members whom a schedule excludes from a topic get nothing through it", async () => {
  const { scope, person, create, row, passAt, started, runner } = await aScheduled();
  for (const name of ["ada", "bob", "eve"]) await person(name);
  await db.transaction((transaction) => addTopicSubscribers(transaction, scope, "crew", ["ada", "bob", "eve"]));
  const to = ["ada", { type: "Topic", topicKey: "crew", exclude: ["ada", "eve"] }];
  const schedule = await create({ ...everyHour, to });
  expect((await row(schedule)).event.to).toEqual(to);
  await passAt(schedule.nextAt);
  for (const { event } of started) await runner.start(event);
  const reached = await db.$client`
    select s.subscriber_id as id, r.source from runs r join subscribers s on s.id = r.subscriber_id
    where r.event_id = ${started[0]?.event.eventId ?? ""} order by 1`;
  expect([...reached]).toEqual([
    { id: "ada", source: "single" },
    { id: "bob", source: "topic" },
  ]);
});

test("passes at once, and one that dies before it has noted an occurrence, fire it once", async () => {
  const { person, create, row, passAt, pass, events, runner } = await aScheduled();
  await person("ada");
  const schedules = await Promise.all(Array.from({ length: 45 }, () => create(everyHour)));
  await db.$client`
    create or replace function schedules_break_off() returns trigger language plpgsql as $$
    begin raise exception 'broken off' using errcode = '57P01'; end $$`;
  await db.$client`
    create trigger schedules_break_off before update on schedules for each row
    when (new.next_at is distinct from old.next_at) execute function schedules_break_off()`;
  await expect(passAt(schedules.at(-1)?.nextAt ?? null)).rejects.toThrow();
  await db.$client`drop trigger schedules_break_off on schedules`;
  expect((await events()).length).toBeGreaterThan(0);
  await Promise.all([pass(), pass(), pass()]);
  runner.skip(3 * MINUTE);
  await Promise.all([pass(), pass()]);
  expect(await events()).toHaveLength(45);
  for (const schedule of schedules) expect((await row(schedule)).lastTransactionId).toContain(schedule.id);
});

test("what a pass has claimed no other takes until the claim ends", async () => {
  const { create, clock } = await aScheduled();
  const { nextAt } = await create(everyHour);
  const now = new Date((nextAt?.getTime() ?? 0) + 1_000);
  const claim = (at: Date) => claimDueSchedules(db, { now: at, until: new Date(at.getTime() + MINUTE), limit: 10 });
  expect(await claim(clock())).toEqual([]);
  expect((await claim(now)).map((due) => due.nextAt)).toEqual([nextAt]);
  expect(await claim(now)).toEqual([]);
  expect(await claim(new Date(now.getTime() + 2 * MINUTE))).toHaveLength(1);
});

test("an event that Temporal has not taken is fired again by the next pass, and is one event", async () => {
  let isAway = true;
  const { person, create, row, passAt, pass, events, engine, started, runner } = await aScheduled();
  await person("ada");
  const { startTrigger } = engine;
  engine.startTrigger = async (start) => {
    if (isAway) throw new DomainError("unavailable", "Temporal does not respond");
    return startTrigger(start);
  };
  const schedule = await create(everyHour);
  await passAt(schedule.nextAt);
  expect((await row(schedule)).lastTransactionId).toBe(null);
  isAway = false;
  runner.skip(6_000);
  await pass();
  expect([await events(), started]).toMatchObject([[{}], [{}]]);
  expect((await row(schedule)).lastTransactionId).toContain(schedule.id);
});

test("occurrences that were missed are made up for once, or skipped, as the schedule says", async () => {
  const { person, create, row, passAt, events } = await aScheduled();
  await person("ada");
  const once = await create({ ...everyHour, missed: "run_once" });
  const skipped = await create({ ...everyHour, missed: "skip" });
  await passAt(once.nextAt, 5 * HOUR + 10 * MINUTE);
  expect((await events()).map(({ transactionId }) => transactionId)).toEqual([
    `schedule-${once.id}-${once.nextAt?.toISOString()}`,
  ]);
  expect((await row(once)).nextAt?.getTime()).toBe((once.nextAt?.getTime() ?? 0) + 6 * HOUR);
  expect(await row(skipped)).toMatchObject({
    status: "active",
    failures: 0,
    lastTransactionId: null,
    lastError: `The occurrence of ${skipped.nextAt?.toISOString()} was missed and skipped`,
  });
});

test("a schedule ends with its only occurrence, or at its end", async () => {
  const { person, create, row, passAt } = await aScheduled();
  await person("ada");
  const at = new Date(Date.now() + 2 * DAY).toISOString().slice(0, 16);
  const once = await create({ recurrence: { type: "once", at } });
  expect(once.nextAt?.toISOString()).toBe(`${at}:00.000Z`);
  const short = await create({ ...everyHour, endAt: new Date(Date.now() + 90 * MINUTE).toISOString() });
  await passAt(short.nextAt);
  expect(await row(short)).toMatchObject({ status: "ended", nextAt: null, fireAt: null });
  await passAt(once.nextAt);
  expect(await row(once)).toMatchObject({ status: "ended", nextAt: null, lastTransactionId: expect.anything() });
});

test.each([
  ["a workflow that was deleted", "The workflow was deleted: choose another one"],
  ["a workflow that is not active", "The workflow is not active: activate it"],
  ["a subscriber that was deleted", "Subscriber ada does not exist"],
  ["a topic that does not exist", "Topic crew does not exist"],
])("a schedule of %s says so, and is paused after five occurrences", async (what, reason) => {
  const { environment, scope, workflow, call, person, create, row, passAt, events } = await aScheduled();
  await person("ada");
  const to = what.includes("topic") ? { type: "Topic", topicKey: "crew" } : "ada";
  const schedule = await create({ ...everyHour, to });
  if (what.includes("deleted") && what.includes("workflow")) {
    await db.$client`update workflows set deleted_at = now() where id = ${workflow.id}`;
  }
  if (what.includes("active")) await db.$client`update workflows set active = false where id = ${workflow.id}`;
  if (what.includes("subscriber")) await removeSubscriber(db, call, "ada");
  for (let failures = 1; failures < 5; failures++) {
    await passAt((await row(schedule)).nextAt);
    expect(await row(schedule)).toMatchObject({ status: "active", failures, lastError: reason });
  }
  await passAt((await row(schedule)).nextAt);
  const paused = await row(schedule);
  expect(paused).toMatchObject({ status: "paused", nextAt: null, fireAt: null });
  expect(paused.lastError).toBe(`Paused after 5 occurrences in a row that could not be fired. The last one: ${reason}`);
  expect(await events()).toEqual([]);
  // The deleted one was not created anew.
  const living = await db.$client`
    select from subscribers where environment_id = ${environment.environmentId} and deleted_at is null and subscriber_id = 'ada'`;
  expect(living).toHaveLength(what.includes("subscriber") ? 0 : 1);
  const resumed = await resumeSchedule(
    { db, engine: fakeEngine().engine },
    { scope, caller: call.caller },
    schedule.id,
  );
  expect(resumed.schedule).toMatchObject({ status: "active", failures: 0, lastError: null });
});

test("of several recipients, those that exist are reached", async () => {
  const { call, person, create, passAt, events, started, runner } = await aScheduled();
  for (const id of ["ada", "bob"]) await person(id);
  const schedule = await create({
    ...everyHour,
    to: ["ada", { subscriberId: "bob" }, { type: "Topic", topicKey: "none" }],
  });
  await removeSubscriber(db, call, "bob");
  await passAt(schedule.nextAt);
  expect(await events()).toHaveLength(1);
  for (const { event } of started) await runner.start(event);
  expect(await db.$client`select from runs where event_id = ${started[0]?.event.eventId ?? ""}`).toHaveLength(1);
});

test("a paused schedule fires nothing, a resumed one its next occurrence, and a changed one at its new times", async () => {
  const { engine, call, person, create, row, passAt, pass, runner, events } = await aScheduled();
  await person("ada");
  const schedule = await create(everyHour);
  await pauseSchedule(db, call, schedule.id);
  await passAt(schedule.nextAt);
  expect(await events()).toEqual([]);
  const { schedule: resumed } = await resumeSchedule({ db, engine }, call, schedule.id);
  expect(resumed.nextAt && resumed.nextAt > new Date()).toBe(true);
  // Claimed by a pass that fires it while its times change: what the pass notes then must not undo the change.
  await passAt(resumed.nextAt, -1_000);
  const now = new Date((resumed.nextAt?.getTime() ?? 0) + 1);
  await claimDueSchedules(db, { now, until: new Date(now.getTime() + MINUTE), limit: 1 });
  await changeSchedule({ db, engine }, call, schedule.id, {
    recurrence: { type: "timed", amount: 3, unit: "hours" },
  });
  const changed = await row(schedule);
  expect(changed.nextAt?.getTime()).toBeGreaterThan(Date.now() + 2 * HOUR);
  runner.skip(2_000);
  await pass();
  expect((await row(schedule)).nextAt).toEqual(changed.nextAt);
});

test("a topic is reached in each subscriber's own zone: one event, whose runs start by each clock", async () => {
  const { environment, person, create, row, passAt, runner, started, clock, call, engine } = await aScheduled();
  const zones = { ada: "Asia/Tokyo", bob: "Europe/Berlin", cyd: "America/New_York", dan: undefined };
  for (const [id, zone] of Object.entries(zones)) await person(id, zone);
  const schedule = await create({
    ...daily,
    to: { type: "Broadcast" },
    timezone: "Africa/Lagos",
    inSubscriberTimezone: true,
  });
  // The first one that is still ahead in all zones.
  expect(schedule.fireAt && schedule.fireAt >= new Date(Date.now() - 1_000)).toBe(true);
  await passAt(schedule.fireAt);
  const event = started[0]?.event;
  if (!event) throw new Error("No event was started");
  const cohort = { event, cohort: 0 };
  await runner.start(event);
  const starts = async () =>
    new Map(
      (
        await db.$client<{ id: string; dueAt: string | null }[]>`
          select s.subscriber_id as id, r.due_at as "dueAt" from runs r join subscribers s on s.id = r.subscriber_id
          where r.event_id = ${event.eventId}`
      ).map(({ id, dueAt }) => [id, dueAt === null ? 0 : new Date(dueAt).getTime()]),
    );
  const wall = (schedule.nextAt?.getTime() ?? 0) + HOUR;
  const before = await starts();
  expect([before.get("ada"), before.get("dan")]).toEqual([wall - 9 * HOUR, wall - HOUR]);
  expect(wall - (before.get("bob") ?? 0)).toBeLessThanOrEqual(2 * HOUR);
  // Everybody's message is on its way when it is nine there, and a changed zone moves what has not started.
  await upsertSubscriber({ db, engine }, call, { subscriberId: "cyd", timezone: "Asia/Tokyo" });
  expect((await starts()).get("cyd")).toBe(wall - 9 * HOUR);
  runner.skip((before.get("ada") ?? 0) - clock().getTime() + 1_000);
  await runner.untilItWaits(cohort);
  const reached = async () =>
    (
      await db.$client<{ id: string }[]>`
        select s.subscriber_id as id from messages m join subscribers s on s.id = m.subscriber_id
        where m.environment_id = ${environment.environmentId} order by 1`
    ).map(({ id }) => id);
  expect(await reached()).toEqual(["ada", "cyd"]);
  runner.skip(15 * HOUR);
  await runner.untilItWaits(cohort);
  expect(await reached()).toEqual(["ada", "bob", "cyd", "dan"]);
  expect((await row(schedule)).nextAt?.getTime()).toBe((schedule.nextAt?.getTime() ?? 0) + DAY);
});

test("ten thousand schedules that are not due cost a pass nothing, and those that are come in the order of their times", async () => {
  const { create } = await aScheduled();
  const first = await create(everyHour);
  await db.$client`
    insert into schedules (organization_id, environment_id, name, workflow_id, event, recurrence, timezone, in_subscriber_timezone,
      missed, recurs_from, next_at, fire_at)
    select organization_id, environment_id, name, workflow_id, event, recurrence, timezone, false, missed, now(),
      now() + g * interval '1 day', now() + g * interval '1 day'
    from schedules, generate_series(1, 10000) g`;
  await db.$client`analyze schedules`;
  const plan = await db.$client.unsafe(`
    explain (format text) select id from schedules where fire_at <= now() and (claimed_until is null or claimed_until <= now())
    order by fire_at limit 20`);
  expect(JSON.stringify(plan)).toContain("schedules_due");
  const now = new Date((first.nextAt?.getTime() ?? 0) + 3 * DAY);
  const due = await claimDueSchedules(db, { now, until: new Date(now.getTime() + MINUTE), limit: 2 });
  expect(due.map(({ id }) => id)).toContain(first.id);
  expect(due).toHaveLength(2);
});
