import { afterAll, beforeAll, expect, test } from "vitest";
import { changeHours } from "#api/services/subscribers/change-subscriber.ts";
import { upsertSubscriber } from "#api/services/subscribers/upsert-subscribers.ts";
import type { SubscriberHours } from "#contract/schemas/subscriber-hours.ts";
import { closeDatabase, type Database, openDatabase } from "#db/client.ts";
import { findUnsettledWindows } from "#db/queries/digests/settle-windows.ts";
import { cancelEventRow } from "#db/queries/events/cancel-event.ts";
import type { EventRef } from "#engine/refs.ts";
import { createTestEnvironment } from "#test/support/environment.ts";
import { type AcceptedEvent, anAcceptedEvent, aStep, aWorkflow } from "#test/support/event.ts";
import { fakeEngine } from "#test/support/fake-engine.ts";
import { hoursFrom } from "#test/support/hours.ts";
import { testDatabaseUrl } from "#test/support/postgres.ts";
import { createEventRunner, type EventRunner } from "#test/support/run-event.ts";
import { silentLog } from "#test/support/silent-log.ts";

// Messages outside the hours of subscribers.

let db: Database;
const runners: EventRunner[] = [];
beforeAll(() => {
  db = openDatabase(testDatabaseUrl(), { poolSize: 10 });
});
afterAll(async () => {
  for (const runner of runners) await runner.close();
  await closeDatabase(db);
});

const mail = (step: object = {}, content = "{{ name }}") =>
  aStep("email", { subject: "Hello", content, contentType: "customHtml" }, step);

/** A workflow of these steps in a new environment, whose mail is kept in the outbox. */
async function aHeldWorkflow(steps: object[], settings: object = {}) {
  const environment = await createTestEnvironment(db);
  const { scope, environmentId } = environment;
  const workflow = await aWorkflow(db, environment, steps, settings);
  const { engine, asked } = fakeEngine();
  const runner = createEventRunner(db, { engine });
  runners.push(runner);
  const events = new Map<string, EventRef>();
  const call = { scope, caller: { kind: "system" as const } };
  const person = async (subscriberId: string, hours: SubscriberHours | null, timezone?: string) => {
    const email = `${subscriberId}@example.com`;
    await upsertSubscriber({ db, engine }, call, { subscriberId, email, timezone });
    await setHours(subscriberId, hours);
  };
  const setHours = (subscriberId: string, hours: SubscriberHours | null) =>
    changeHours({ db, engine, log: silentLog }, call, subscriberId, { hours });
  const accept = async (name: string, event: AcceptedEvent = {}): Promise<EventRef> => {
    const given = { to: "ada", ...event, payload: { name, ...event.payload } };
    const { ref } = await anAcceptedEvent(db, environment, workflow, given);
    events.set(name, ref);
    return ref;
  };
  const trigger = async (name: string, event: AcceptedEvent = {}) => {
    const ref = await accept(name, event);
    await runner.start(ref);
    return ref;
  };
  /** Lets every execution look, as those that are due or were woken do. */
  const look = async () => {
    for (let pass = 0; pass < 3; pass++) {
      for (const event of events.values()) await runner.untilItWaits({ event, cohort: 0 });
    }
  };
  const skip = async (milliseconds: number) => {
    runner.skip(milliseconds);
    await look();
  };
  const cancel = async (name: string) => {
    const { transactionId = "" } = events.get(name) ?? {};
    await db.transaction((transaction) => cancelEventRow(transaction, scope, transactionId));
    await look();
  };
  const sent = async (subscriber = "ada", channel = "email") =>
    (
      await db.$client<{ content: string }[]>`
        select m.content from messages m join subscribers s on s.id = m.subscriber_id
        where m.environment_id = ${environmentId} and s.subscriber_id = ${subscriber} and m.channel = ${channel}
        order by m.created_at`
    ).map(({ content }) => /[^<>]+(?=<\/body>)/.exec(content)?.[0]?.trim() ?? content);
  const jobs = async (name: string) =>
    (
      await db.$client<{ text: string }[]>`
        select j.type || ' ' || j.status as text from jobs j join runs r on r.id = j.run_id join subscribers s on s.id = r.subscriber_id
        where r.event_id = ${events.get(name)?.eventId ?? ""} order by s.subscriber_id, j.position`
    ).map(({ text }) => text);
  const details = async (name: string) =>
    (
      await db.$client<{ detail: string }[]>`
        select d.detail from execution_details d join runs r on r.id = d.run_id
        where r.event_id = ${events.get(name)?.eventId ?? ""} order by d.created_at`
    ).map(({ detail }) => detail);
  const dueAt = async (name: string) =>
    (
      await db.$client<{ run: string; job: string; cohort: string }[]>`
        select r.due_at as run, j.due_at as job, c.due_at as cohort from runs r
        join jobs j on j.run_id = r.id and j.position = r.position join cohorts c on c.id = r.cohort_id
        where r.event_id = ${events.get(name)?.eventId ?? ""}`
    ).map(({ run, job, cohort }) => [run, job, cohort].map((at) => new Date(at).toISOString()));
  return {
    environment,
    runner,
    asked,
    events,
    person,
    setHours,
    accept,
    trigger,
    look,
    skip,
    cancel,
    sent,
    jobs,
    details,
    dueAt,
  };
}

const states = ["defer", "merge", "drop"] as const;

test("a message outside the hours waits until they open, and those before and of others do not", async () => {
  const { person, trigger, skip, sent, jobs, details, dueAt } = await aHeldWorkflow([aStep("in_app"), mail()]);
  const { hours, opensAt } = hoursFrom(120);
  await person("ada", hours);
  await person("bob", null);
  await trigger("a", { to: ["ada", "bob"] });
  expect(await sent("bob")).toEqual(["a"]);
  expect([await sent("ada"), await sent("ada", "in_app")]).toEqual([[], ["in_app for "]]);
  expect(await jobs("a")).toEqual(["in_app completed", "email delayed", "in_app completed", "email completed"]);
  expect(await details("a")).toContain(`Deferred until ${opensAt.toISOString()} because of the subscriber's hours`);
  expect((await dueAt("a"))[0]?.[0]).toBe(opensAt.toISOString());
  await skip(opensAt.getTime() - Date.now() - 1_000);
  expect(await sent()).toEqual([]);
  await skip(2_000);
  expect(await sent()).toEqual(["a"]);
  expect(await jobs("a")).toEqual(["in_app completed", "email completed", "in_app completed", "email completed"]);
});

test("hours are those of the subscriber's zone", async () => {
  const { person, trigger, sent } = await aHeldWorkflow([mail()]);
  // Open now in UTC, and five and a half hours away in Kolkata.
  const { hours } = hoursFrom(-10, 30);
  await person("ada", hours, "UTC");
  await person("bob", hours, "Asia/Kolkata");
  await trigger("a", { to: ["ada", "bob"] });
  expect([await sent("ada"), await sent("bob")]).toEqual([["a"], []]);
});

test.each(states)(
  "a critical workflow ignores the hours when its step says %s, and in-app never waits",
  async (outsideHours) => {
    const { person, trigger, sent } = await aHeldWorkflow([mail({ outsideHours })], { critical: true });
    await person("ada", hoursFrom(120).hours);
    await trigger("a");
    expect(await sent()).toEqual(["a"]);
  },
);

test("a step that drops leaves the message out with the reason, and the run goes on", async () => {
  const { person, trigger, sent, jobs, details } = await aHeldWorkflow([
    mail({ outsideHours: "drop", shouldStopOnFail: true }),
    aStep("in_app"),
  ]);
  await person("ada", hoursFrom(120).hours);
  await trigger("a");
  expect(await sent()).toEqual([]);
  expect(await jobs("a")).toEqual(["email canceled", "in_app completed"]);
  expect((await details("a"))[0]).toBe("Step was left out because it was outside the subscriber's hours");
});

test.each(["defer", "merge"])(
  "hours that never open leave the message out when the step says %s",
  async (outsideHours) => {
    const { person, trigger, jobs, details } = await aHeldWorkflow([mail({ outsideHours }), aStep("in_app")]);
    await person("ada", { isEnabled: true, weeklySchedule: {} });
    await trigger("a");
    expect(await jobs("a")).toEqual(["email canceled", "in_app completed"]);
    expect((await details("a"))[0]).toBe(
      "Step was left out because the subscriber's hours do not open while the run is kept",
    );
  },
);

const collected = "{{ step.total_count }} of {{ name }}:{% for event in step.events %} {{ event.name }}{% endfor %}";

test("a step that merges sends one message for all events when the hours open; the others end merged", async () => {
  const { person, trigger, skip, sent, jobs, details } = await aHeldWorkflow([
    aStep("in_app", { content: "{{ name }}" }),
    mail({ outsideHours: "merge" }, collected),
    aStep("in_app", { content: `after ${collected}` }),
  ]);
  const { hours, opensAt } = hoursFrom(120);
  await person("ada", hours);
  for (const name of ["a", "b", "c"]) await trigger(name);
  expect(await sent("ada", "in_app")).toEqual(["a", "b", "c"]);
  expect(await jobs("a")).toEqual(["in_app completed", "email delayed", "in_app pending"]);
  expect(await jobs("b")).toEqual(["in_app completed", "email merged", "in_app merged"]);
  expect(await details("b")).toContain("Step was merged with the message that waits for the subscriber's hours");
  await skip(opensAt.getTime() - Date.now() + 1_000);
  expect(await sent()).toEqual(["3 of a: a b c"]);
  expect(await sent("ada", "in_app")).toEqual(["a", "b", "c", "after 3 of a: a b c"]);
  // Within the hours nothing is collected.
  await trigger("d");
  expect((await sent()).at(-1)).toBe("0 of d:");
});

test("events that are cancelled leave the merged message, and its oldest other run takes over from the first", async () => {
  const { person, trigger, skip, cancel, sent, jobs } = await aHeldWorkflow([
    mail({ outsideHours: "merge" }, collected),
  ]);
  const { hours, opensAt } = hoursFrom(120);
  await person("ada", hours);
  for (const name of ["a", "b", "c", "d"]) await trigger(name);
  await cancel("a");
  await cancel("c");
  expect(await jobs("b")).toEqual(["email delayed"]);
  await skip(opensAt.getTime() - Date.now() + 1_000);
  expect(await sent()).toEqual(["2 of b: b d"]);
});

test("a merged message that fails is not sent again by the others", async () => {
  const { environment, person, trigger, skip, sent, jobs } = await aHeldWorkflow([
    mail({ outsideHours: "merge", shouldStopOnFail: true }, collected),
  ]);
  const { hours, opensAt } = hoursFrom(120);
  await person("ada", hours);
  for (const name of ["a", "b"]) await trigger(name);
  const credentials = JSON.stringify({ host: "127.0.0.1", port: 1, from: "a@b.co" });
  await db.$client`
    update integrations set provider_id = 'nodemailer', credentials = ${credentials}::text::jsonb
    where environment_id = ${environment.environmentId} and channel = 'email'`;
  await skip(opensAt.getTime() - Date.now() + 1_000);
  expect([await sent(), await jobs("a"), await jobs("b")]).toEqual([
    ["2 of a: a b"],
    ["email failed"],
    ["email merged"],
  ]);
});

test("a merged message whose event is cancelled while it is sent is not sent again by the others", async () => {
  const { events, person, trigger, cancel, jobs } = await aHeldWorkflow([mail({ outsideHours: "merge" })]);
  await person("ada", hoursFrom(120).hours);
  for (const name of ["a", "b"]) await trigger(name);
  // As the rows stand while the provider has not answered.
  const eventId = events.get("a")?.eventId ?? "";
  await db.$client`update digest_windows set closed_at = now() where master_run_id in (select id from runs where event_id = ${eventId})`;
  await db.$client`
    update jobs set status = 'running', started_at = now() where run_id in (select id from runs where event_id = ${eventId})`;
  await db.$client`update runs set due_at = null where event_id = ${eventId}`;
  await db.$client`update cohorts set delayed = 0, running = 1 where event_id = ${eventId}`;
  await cancel("a");
  expect(await findUnsettledWindows(db, { eventId })).toEqual([]);
  expect([await jobs("a"), await jobs("b")]).toEqual([["email running"], ["email merged"]]);
});

test("two attempts at once, and one that dies before it stores, merge every event once", async () => {
  const { person, accept, runner, skip, sent } = await aHeldWorkflow([mail({ outsideHours: "merge" }, collected)]);
  const { hours, opensAt } = hoursFrom(120);
  await person("ada", hours);
  const refs = await Promise.all(["a", "b", "c"].map((name) => accept(name)));
  await db.$client`
    create function hours_break_off() returns trigger language plpgsql as $$
    begin raise exception 'broken off' using errcode = '57P01'; end $$`;
  await db.$client`create trigger hours_break_off before insert on runs for each row execute function hours_break_off()`;
  await expect(runner.start(refs[0] as EventRef)).rejects.toThrow();
  await db.$client`drop trigger hours_break_off on runs`;
  // The first one has opened the window. Those that follow merge into it before it is a run.
  await Promise.all([...refs, ...refs].slice(1).map((ref) => runner.start(ref)));
  await skip(opensAt.getTime() - Date.now() + 1_000);
  expect(await sent()).toEqual([expect.stringMatching(/^3 of a: a (?:b c|c b)$/)]);
});

test("an attempt that died is repeated after the hours have opened, and still sends for those who joined it", async () => {
  const { person, accept, trigger, runner, skip, sent } = await aHeldWorkflow([
    mail({ outsideHours: "merge" }, collected),
  ]);
  const { hours, opensAt } = hoursFrom(120);
  await person("ada", hours);
  const first = await accept("a");
  await db.$client`
    create or replace function hours_break_off() returns trigger language plpgsql as $$
    begin raise exception 'broken off' using errcode = '57P01'; end $$`;
  await db.$client`create trigger hours_break_off before insert on runs for each row execute function hours_break_off()`;
  await expect(runner.start(first)).rejects.toThrow();
  await db.$client`drop trigger hours_break_off on runs`;
  await trigger("b");
  runner.skip(opensAt.getTime() - Date.now() + 1_000);
  await runner.start(first);
  await skip(0);
  expect(await sent()).toEqual(["2 of a: a b"]);
});

test("changed hours move what waits, and wake its execution when it is due sooner", async () => {
  const { person, setHours, trigger, asked, look, sent, details, dueAt } = await aHeldWorkflow([mail()]);
  await person("ada", hoursFrom(120).hours);
  await trigger("a");
  const later = hoursFrom(300);
  await setHours("ada", later.hours);
  expect(await dueAt("a")).toEqual([[later.opensAt.toISOString(), later.opensAt.toISOString(), expect.anything()]]);
  expect((await details("a")).at(-1)).toContain(later.opensAt.toISOString());
  expect(asked).toEqual([]);
  const sooner = hoursFrom(30);
  await setHours("ada", sooner.hours);
  expect(await dueAt("a")).toEqual([Array(3).fill(sooner.opensAt.toISOString())]);
  expect(asked).toHaveLength(1);
  await setHours("ada", null);
  await look();
  expect(await sent()).toEqual(["a"]);
});

test("a changed zone moves what waits: by the API, in bulk, and by a trigger that names the subscriber", async () => {
  const { environment, runner, person, trigger, asked, look, sent, dueAt } = await aHeldWorkflow([mail()]);
  const { hours } = hoursFrom(-10, 30);
  await person("ada", hours, "Asia/Kolkata");
  await trigger("a");
  expect(await sent()).toEqual([]);
  const before = await dueAt("a");
  const { deps } = runner;
  const call = { scope: environment.scope, caller: { kind: "system" as const } };
  await upsertSubscriber({ db, engine: deps.engine as never }, call, {
    subscriberId: "ada",
    timezone: "Asia/Kathmandu",
  });
  expect(await dueAt("a")).not.toEqual(before);
  await trigger("b", { to: { subscriberId: "ada", timezone: "UTC" } });
  expect(asked.length).toBeGreaterThan(0);
  await look();
  expect((await sent()).sort()).toEqual(["a", "b"]);
});

test("hours that change while a slice is stored are seen by one of both", async () => {
  const { environment, person, setHours, accept, runner, look, sent } = await aHeldWorkflow([mail()]);
  for (let round = 0; round < 8; round++) {
    await person("ada", hoursFrom(120).hours);
    const ref = await accept(`e${round}`);
    await Promise.all([runner.start(ref), setHours("ada", null)]);
    await look();
  }
  expect((await sent()).sort()).toEqual(Array.from({ length: 8 }, (_, round) => `e${round}`));
  expect(
    await db.$client`select from runs where environment_id = ${environment.environmentId} and due_at is not null`,
  ).toHaveLength(0);
});

test("changed hours wait for whoever hands a merged message over, who then needs the run, instead of deadlocking", async () => {
  const { environment, person, setHours, trigger, dueAt } = await aHeldWorkflow([mail({ outsideHours: "merge" })]);
  await person("ada", hoursFrom(120).hours);
  await trigger("a");
  const later = hoursFrom(240);
  let changed: Promise<unknown> | undefined;
  await db.$client.begin(async (sql) => {
    const [own] = await sql<{ pid: number; runId: string }[]>`
      select pg_backend_pid() as pid, master_run_id as "runId" from digest_windows
      where environment_id = ${environment.environmentId} for update`;
    changed = setHours("ada", later.hours);
    await expect
      .poll(() => db.$client`select from pg_stat_activity where ${own?.pid ?? 0} = any(pg_blocking_pids(pid))`)
      .toHaveLength(1);
    await sql`update runs set digested_run_id = digested_run_id where id = ${own?.runId ?? ""}`;
  });
  await changed;
  expect((await dueAt("a"))[0]?.[0]).toBe(later.opensAt.toISOString());
});

test("a thousand subscribers in twenty zones wait for few moments, in rows", async () => {
  const { environment, trigger, runner } = await aHeldWorkflow([mail()]);
  const zones = Intl.supportedValuesOf("timeZone").filter((_, index) => index % 20 === 0);
  const { hours } = hoursFrom(30, 10);
  await db.$client`
    insert into subscribers (organization_id, environment_id, subscriber_id, email, timezone, hours)
    select ${environment.organizationId}, ${environment.environmentId}, 's' || g, 's' || g || '@example.com',
      (${zones}::text[])[1 + g % ${zones.length}::int], ${JSON.stringify(hours)}::text::jsonb
    from generate_series(1, 1000) g`;
  const event = await trigger("a", { audience: "broadcast" });
  const [row] = await db.$client<{ runs: number; moments: number }[]>`
    select count(*)::int as runs, count(distinct due_at)::int as moments from runs where event_id = ${event.eventId}`;
  expect(row?.runs).toBe(1000);
  expect(row?.moments).toBeLessThanOrEqual(zones.length);
  let wakes = 0;
  for (let next = await runner.untilItWaits({ event, cohort: 0 }); next.wake; wakes++) {
    runner.skip(Math.max(next.wake.at - runner.deps.clock().getTime(), 0));
    next = await runner.untilItWaits({ event, cohort: 0 });
  }
  // What the demo provider's limit refuses at a moment is tried once more, together.
  expect(wakes).toBeLessThanOrEqual(2 * (row?.moments ?? 0));
  const [ended] = await db.$client`
    select count(*)::int as count from jobs j join runs r on r.id = j.run_id
    where r.event_id = ${event.eventId} and j.status in ('completed', 'failed')`;
  expect(ended?.count).toBe(1000);
});
