import { afterAll, beforeAll, expect, test } from "vitest";
import { closeDatabase, type Database, openDatabase } from "#db/client.ts";
import { aStep } from "#test/support/event.ts";
import { eventsOnOneClock } from "#test/support/events-on-one-clock.ts";
import { testDatabaseUrl } from "#test/support/postgres.ts";
import type { EventRunner } from "#test/support/run-event.ts";

// When a window begins and ends, and which events are in it.

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let db: Database;
const runners: EventRunner[] = [];
beforeAll(() => {
  db = openDatabase(testDatabaseUrl(), { poolSize: 5 });
});
afterAll(async () => {
  for (const runner of runners) await runner.close();
  await closeDatabase(db);
});

const collected = "{{ step.total_count }} of {{ name }}:{% for event in step.events %} {{ event.name }}{% endfor %}";
const digest = { ...aStep("digest"), metadata: { type: "regular", amount: 10, unit: "minutes" } };
const sending = [digest, aStep("in_app", { content: collected })];

async function events(steps: object[] = sending, clock?: () => Date) {
  const own = await eventsOnOneClock(db, steps, clock && { clock });
  runners.push(own.runner);
  return own;
}

test.each([2, 50])("%i events of a window are one message, in the order of their triggers", async (count) => {
  const { trigger, skip, messages } = await events();
  const names = Array.from({ length: count }, (_, index) => `e${index}`);
  for (const name of names) await trigger(name);
  await skip(11 * MINUTE);
  expect(await messages()).toEqual([`${count} of e0: ${names.join(" ")}`]);
});

test("an event a millisecond before the end is in the window, one after it as long as nobody has closed it, and the next one opens another", async () => {
  let now = Date.now();
  const { trigger, settle, messages, jobs } = await events(sending, () => new Date(now));
  const end = now + 10 * MINUTE;
  await trigger("a");
  now = end - 1;
  await settle();
  await trigger("before");
  expect(await messages()).toEqual([]);
  now = end + 1;
  await trigger("after");
  expect([await jobs("before"), await jobs("after")]).toEqual(Array(2).fill(["digest merged", "in_app merged"]));
  now = end + MINUTE;
  await settle();
  expect(await messages()).toEqual(["3 of a: a before after"]);
  await trigger("next");
  expect(await jobs("next")).toEqual(["digest delayed", "in_app pending"]);
  now += 11 * MINUTE;
  await settle();
  expect((await messages()).slice(1)).toEqual(["1 of next: next"]);
});

test("after two hand-overs the third run sends what is left, at the end that the window always had", async () => {
  const { trigger, skip, cancel, messages, jobs, details } = await events();
  for (const name of ["a", "b", "c", "d"]) await trigger(name);
  await skip(4 * MINUTE);
  await cancel("a");
  await cancel("b");
  expect(await jobs("c")).toEqual(["digest delayed", "in_app pending"]);
  await skip(5 * MINUTE);
  expect(await messages()).toEqual([]);
  await skip(2 * MINUTE);
  expect(await messages()).toEqual(["2 of c: c d"]);
  for (const name of ["a", "b"]) {
    expect(await jobs(name)).toEqual(["digest canceled", "in_app canceled"]);
    expect((await details(name)).filter((detail) => detail.startsWith("Step was canceled by the caller"))).toHaveLength(
      2,
    );
  }
});

test("events that wake together from a delay merge in the digest after it, and steps before it run for each", async () => {
  const delay = { ...aStep("delay"), metadata: { type: "regular", amount: 1, unit: "hours" } };
  const steps = [aStep("in_app", { content: "at once: {{ name }}" }), delay, ...sending];
  const { trigger, skip, messages, jobs } = await events(steps);
  await trigger("a");
  await trigger("b");
  expect(await messages()).toEqual(["at once: a", "at once: b"]);
  await skip(HOUR + MINUTE);
  expect(await jobs("a")).toEqual(["in_app completed", "delay completed", "digest delayed", "in_app pending"]);
  expect(await jobs("b")).toEqual(["in_app completed", "delay completed", "digest merged", "in_app merged"]);
  await skip(11 * MINUTE);
  expect((await messages()).slice(2)).toEqual(["2 of a: a b"]);
});
