import { sql } from "drizzle-orm";
import { describe, expect, test, vi } from "vitest";
import { DEFAULT_RETENTION } from "#contract/constants/limits.ts";
import { closeDatabase, openDatabase } from "#db/client.ts";
import { NOTHING_SPARED } from "#db/partitions.ts";
import { deleteExpired } from "#db/queries/retention/delete-expired.ts";
import { findWaitingExpiries } from "#db/queries/retention/waiting-events.ts";
import { insertAccountMail } from "#db/queries/users/account-mails.ts";
import { countLoginAttempt, forgetLoginAttempts } from "#db/queries/users/login-attempts.ts";
import { countResetRequests, insertReset, takeReset } from "#db/queries/users/password-resets.ts";
import { findSession, insertSession } from "#db/queries/users/sessions.ts";
import { hashSecret } from "#db/secret-hash.ts";
import { apiWithRunner } from "#test/support/api-with-runner.ts";
import { createTestEnvironment, type TestEnvironment } from "#test/support/environment.ts";
import { anAcceptedEvent, aStep, aWorkflow } from "#test/support/event.ts";
import { testDatabaseUrl } from "#test/support/postgres.ts";
import { createEventRunner } from "#test/support/run-event.ts";

const { api, environment, runner } = await apiWithRunner();
const { db } = api;
const DAY = 24 * 60 * 60 * 1000;
const TABLES = ["runs", "jobs", "execution_details", "cohorts", "events", "event_contents"] as const;

/** How many rows of the event are left, by table. */
async function rowsOf(eventId: string): Promise<Record<string, number>> {
  const [row] = await db.$client<Record<string, number>[]>`
    with run as (select id from runs where event_id = ${eventId})
    select (select count(*)::int from run) as runs,
      (select count(*)::int from jobs where run_id in (select id from run)) as jobs,
      (select count(*)::int from execution_details where run_id in (select id from run)) as execution_details,
      (select count(*)::int from cohorts where event_id = ${eventId}) as cohorts,
      (select count(*)::int from events where id = ${eventId}) as events,
      (select count(*)::int from event_contents where event_id = ${eventId}) as event_contents`;
  return row ?? {};
}

const nothing = Object.fromEntries(TABLES.map((table) => [table, 0]));

async function cleanUps(of: TestEnvironment = environment) {
  const reply = await api.app.inject({ method: "GET", url: "/v1/retention", headers: of.headers });
  return reply.json().data;
}

async function aRun(steps: object[], of: TestEnvironment = environment) {
  const workflow = await aWorkflow(db, of, steps);
  const { ref } = await anAcceptedEvent(db, of, workflow, { to: "ada" });
  const [cohort] = await runner.start(ref);
  if (!cohort) throw new Error("The event has no cohort");
  return { ref, cohort };
}

const halfYear = { metadata: { type: "regular", amount: 170, unit: "days" } as never };

test("a run that waits longer than others are kept is spared, wakes with all its rows, and is removed after its time", async () => {
  const { ref: past } = await aRun([aStep("sms")]);
  const { ref: waiting, cohort } = await aRun([aStep("delay", {}, halfYear), aStep("in_app")]);
  const before = await rowsOf(waiting.eventId);
  runner.skip(100 * DAY);
  await runner.call(runner.activities.housekeep);
  expect(await rowsOf(past.eventId)).toEqual(nothing);
  expect(await rowsOf(waiting.eventId)).toEqual(before);
  runner.skip(71 * DAY);
  const { wake } = await runner.untilItWaits(cohort);
  expect(wake).toBeNull();
  const [message] = await db.$client`select content from messages where event_id = ${waiting.eventId}`;
  expect(message).toBeDefined();
  runner.skip(120 * DAY);
  await runner.call(runner.activities.housekeep);
  // Its in-app message, and with it the content, live longer.
  expect(await rowsOf(waiting.eventId)).toEqual({ ...nothing, events: 1, event_contents: 1 });
});

test("rows of a run expire 30 days after its waits, and messages by their channel", async () => {
  const wait = (type: "delay" | "digest", amount: number) =>
    aStep(type, {}, { metadata: { type: "regular", amount, unit: "days" } as never });
  const steps = [aStep("in_app"), aStep("sms"), wait("delay", 2), wait("digest", 7), aStep("sms")];
  const { ref } = await anAcceptedEvent(db, environment, await aWorkflow(db, environment, steps), { to: "ada" });
  // The clock of the others is ahead by months.
  const own = createEventRunner(db);
  await own.start(ref);
  const days = async (table: string) => {
    const ofEvent = db.$client`select id from runs where event_id = ${ref.eventId}`;
    const rows = await db.$client<{ days: number }[]>`
      select distinct round(extract(epoch from t.expire_at - e.created_at) / 86400)::int as days
      from ${db.$client(table)} t, events e where e.id = ${ref.eventId}
        and ${table === "runs" ? db.$client`t.event_id = e.id` : db.$client`t.run_id in (${ofEvent})`}`;
    return rows.map((row) => row.days);
  };
  for (const table of ["runs", "jobs", "execution_details"]) expect(await days(table)).toEqual([39]);
  const expiries = async () =>
    (
      await db.$client<{ text: string }[]>`
        select m.channel || ' ' || round(extract(epoch from m.expire_at - e.created_at) / 86400)::int as text
        from messages m join events e on e.id = m.event_id where m.event_id = ${ref.eventId} order by m.created_at`
    ).map(({ text }) => text);
  expect(await expiries()).toEqual(["in_app 365", "sms 30"]);
  await own.toEnd(ref, { again: true });
  await own.close();
  // The last message is kept for 30 days from when its step can be reached.
  expect(await expiries()).toEqual(["in_app 365", "sms 30", "sms 39"]);
});

test("a run that is held beyond its expiry is spared with everything that it needs, and neighbours of its month are not", async () => {
  const [held, through] = [await aRun([aStep("in_app")]), await aRun([aStep("sms")])];
  // As a safety cap, or an engine that was away for months, leaves a run.
  await db.$client`update runs set due_at = now() + interval '10 years', position = 0 where event_id = ${held.ref.eventId}`;
  await db.$client`update jobs set status = 'pending' where run_id in (select id from runs where event_id = ${held.ref.eventId})`;
  await db.$client`
    update cohorts set pending = 1, completed = 0, due_at = now() + interval '10 years' where event_id = ${held.ref.eventId}`;
  const before = await rowsOf(held.ref.eventId);
  runner.skip(800 * DAY);
  for (const _ of ["once", "again"]) {
    await runner.call(runner.activities.housekeep);
    expect(await rowsOf(held.ref.eventId)).toEqual(before);
    expect(await rowsOf(through.ref.eventId)).toEqual(nothing);
  }
  const { cleanUps: noted } = await cleanUps();
  expect(noted.find(({ kind }: { kind: string }) => kind === "runs")).toMatchObject({ sparedEvents: 1, rows: 0 });
  await db.$client`update cohorts set pending = 0, completed = 1, due_at = null where event_id = ${held.ref.eventId}`;
  await runner.call(runner.activities.housekeep);
  expect(await rowsOf(held.ref.eventId)).toEqual(nothing);
});

test("where very much waits beyond its expiry, whole days are spared, and what expired on others is removed", async () => {
  const [held, neighbour, through] = [
    await aRun([aStep("in_app")]),
    await aRun([aStep("sms")]),
    await aRun([aStep("sms")]),
  ];
  await db.$client`update cohorts set pending = 1, completed = 0 where event_id = ${held.ref.eventId}`;
  const now = new Date(Date.now() + 800 * DAY);
  await db.$client`
    update cohorts set expire_at = expire_at - interval '3 days' where event_id = ${through.ref.eventId}`;
  const spared = await findWaitingExpiries(db, now, 0);
  const [expiry] = await db.$client<{ day: string }[]>`
    select date_trunc('day', expire_at, 'UTC')::text as day from cohorts where event_id = ${held.ref.eventId}`;
  expect(spared).toEqual({ unit: "day", moments: [new Date(expiry?.day ?? "")] });
  await deleteExpired(db, "cohorts", { now, spared });
  const left = await db.$client<{ id: string }[]>`
    select event_id as id from cohorts where event_id = any(${[held, neighbour, through].map(({ ref }) => ref.eventId)})`;
  expect(left.map(({ id }) => id).sort()).toEqual([held.ref.eventId, neighbour.ref.eventId].sort());
  await db.$client`delete from cohorts where event_id = ${held.ref.eventId}`;
});

test("events of a digest that is still open are spared with it", async () => {
  const steps = [
    aStep("digest", {}, { metadata: { type: "regular", amount: 1, unit: "days" } as never }),
    aStep("in_app"),
  ];
  const workflow = await aWorkflow(db, environment, steps);
  const refs = [];
  for (const _ of ["first", "second"]) {
    const { ref } = await anAcceptedEvent(db, environment, workflow, { to: "ada" });
    await runner.start(ref);
    refs.push(ref);
  }
  // Its first run is held at the digest, and its event has expired.
  runner.skip(900 * DAY);
  await runner.call(runner.activities.housekeep);
  for (const { eventId } of refs) expect(await rowsOf(eventId)).toMatchObject({ runs: 1, event_contents: 1 });
  const [first] = refs;
  if (!first) throw new Error("No event was sent");
  await runner.untilItWaits({ event: first, cohort: 0 });
  const [message] = await db.$client`select status from messages where event_id = ${first.eventId}`;
  expect(message).toBeDefined();
});

test("two clean-ups at once, and one after the other, remove everything once and leave one note per kind", async () => {
  const { ref } = await aRun([aStep("sms")]);
  const other = createEventRunner(db);
  try {
    for (const worker of [runner, other]) worker.skip(2_000 * DAY);
    await Promise.all([runner, other].map((worker) => worker.call(worker.activities.housekeep)));
    await runner.call(runner.activities.housekeep);
  } finally {
    await other.close();
  }
  expect(await rowsOf(ref.eventId)).toEqual(nothing);
  const { cleanUps: noted, nextCleanUpAt, diskUse } = await cleanUps();
  const kinds = noted.map(({ kind }: { kind: string }) => kind);
  expect(new Set(kinds).size).toBe(kinds.length);
  expect(kinds).toEqual(expect.arrayContaining(["runs", "jobs", "messages", "events", "idempotency_keys"]));
  expect(nextCleanUpAt).toMatch(/T03:17:00.000Z$/);
  expect(diskUse.messages).toBeGreaterThan(0);
});

test("an environment keeps its rows for as many days as it says, from the next event on", async () => {
  const own = await createTestEnvironment(db);
  const call = (method: "GET" | "PATCH", payload?: object) =>
    api.app.inject({ method, url: "/v1/retention", headers: own.headers, ...(payload && { payload }) });
  expect((await call("GET")).json().data.days).toEqual(DEFAULT_RETENTION);
  const workflow = await aWorkflow(db, own, [aStep("in_app"), aStep("sms")]);
  const trigger = async () => {
    const reply = await api.app.inject({
      method: "POST",
      url: "/v1/events/trigger",
      headers: own.headers,
      payload: { name: workflow.identifier, to: "ada" },
    });
    const transactionId = reply.json().data.transactionId;
    const fresh = createEventRunner(db);
    await fresh.start(api.started.at(-1)?.event ?? expect.fail("The event was not started"));
    await fresh.close();
    const [days] = await db.$client`
      select extract(day from e.expire_at - e.created_at)::int as runs,
        (select extract(day from max(m.expire_at) - e.created_at)::int from messages m where m.event_id = e.id) as messages
      from events e where transaction_id = ${transactionId}`;
    return days;
  };
  expect(await trigger()).toEqual({ runs: 30, messages: 365 });
  expect((await call("PATCH", { runs: 60, inApp: 500 })).json().data).toEqual({
    runs: 60,
    messages: 30,
    inApp: 500,
    requests: 7,
  });
  expect(await trigger()).toEqual({ runs: 60, messages: 500 });
  expect((await call("PATCH", { inApp: null, messages: 7 })).json().data).toEqual({
    runs: 60,
    messages: 7,
    inApp: 365,
    requests: 7,
  });
  for (const payload of [{ runs: 0 }, { runs: 731 }, { inApp: "for ever" }]) {
    expect((await call("PATCH", payload)).statusCode).toBe(400);
  }
});

test("a kind that cannot be cleaned keeps no other back, and says why until it can", async () => {
  const { ref } = await aRun([aStep("sms")]);
  runner.skip(4_000 * DAY);
  await db.$client`
    insert into cohorts (organization_id, environment_id, event_id, id, number, execution_id, recipients_from, recipients_to, expire_at)
    values (${environment.organizationId}, ${environment.environmentId}, ${ref.eventId}, gen_random_uuid(), 9, 'x', 0, 0, now())`;
  await db.$client.unsafe(`
    create function refuse_deletion() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$;
    create trigger refuse before delete on cohorts for each row execute function refuse_deletion()`);
  try {
    await expect(runner.call(runner.activities.housekeep)).rejects.toThrow();
    expect(await rowsOf(ref.eventId)).toEqual({ ...nothing, cohorts: 2 });
    const { cleanUps: noted } = await cleanUps();
    const errorOf = (kind: string) => noted.find((row: { kind: string; error?: string }) => row.kind === kind)?.error;
    expect(errorOf("cohorts")).toMatch(/P0001/);
    expect(errorOf("events")).toBeUndefined();
  } finally {
    await db.$client.unsafe("drop trigger refuse on cohorts; drop function refuse_deletion()");
  }
  await runner.call(runner.activities.housekeep);
  const { cleanUps: noted } = await cleanUps();
  expect(noted.filter((row: { error?: string }) => row.error !== undefined)).toEqual([]);
});

describe("of people", () => {
  const [HOUR, emailHash] = [60 * 60 * 1000, hashSecret("ada@example.com")];
  const attempt = (now: Date) =>
    countLoginAttempt(db, emailHash, now, { attempts: 2, since: new Date(now.getTime() - 5 * 60_000) });
  const housekeep = () => runner.call(runner.activities.housekeep);
  const attemptsLeft = async () => {
    const rows = await db.$client`select attempts from login_attempts where email_hash = ${emailHash}`;
    return rows.map(({ attempts }) => attempts);
  };

  test("a sign-in that has ended is removed, and one that has not can be used", async () => {
    const now = runner.deps.clock();
    const { userId } = environment;
    const [ended, open] = await db.transaction((transaction) =>
      Promise.all(
        [HOUR, 30 * DAY].map((length) =>
          insertSession(transaction, {
            userId,
            userAgent: null,
            address: null,
            lastUsedAt: now,
            expireAt: new Date(now.getTime() + length),
          }),
        ),
      ),
    );
    runner.skip(2 * HOUR);
    await housekeep();
    const rows = await db.$client`select id from sessions where user_id = ${userId}`;
    expect(rows.map(({ id }) => id)).not.toContain(ended?.id);
    expect(await findSession(db, { id: open?.id ?? "", userId }, runner.deps.clock())).toMatchObject({ id: open?.id });
  });

  test("requests for a password count for a day, although one of them was used, and are removed when their link has expired", async () => {
    const createdAt = runner.deps.clock();
    const expireAt = new Date(createdAt.getTime() + 7 * DAY);
    const request = { emailHash, userId: null, tokenHash: hashSecret("token"), createdAt, expireAt };
    await db.transaction((transaction) => insertReset(transaction, request));
    await db.transaction((transaction) => takeReset(transaction, request.tokenHash, createdAt));
    const inDay = () =>
      db.transaction((transaction) => countResetRequests(transaction, emailHash, runner.deps.clock()));
    runner.skip(23 * HOUR);
    await housekeep();
    expect(await inDay()).toEqual({ minute: 0, day: 1 });
    runner.skip(7 * DAY);
    await housekeep();
    expect([...(await db.$client`select id from password_resets where email_hash = ${emailHash}`)]).toEqual([]);
  });

  test("a mail to a member that nobody sends any more is removed with the link in it", async () => {
    const now = runner.deps.clock();
    const mail = { mail: `sealed-${crypto.randomUUID()}`, dueAt: now, expireAt: new Date(now.getTime() + DAY) };
    await db.transaction((transaction) => insertAccountMail(transaction, mail));
    const left = async () => (await db.$client`select id from account_mails where mail = ${mail.mail}`).length;
    await housekeep();
    expect(await left()).toBe(1);
    runner.skip(DAY + HOUR);
    await housekeep();
    expect(await left()).toBe(0);
  });

  test("failed sign-ins block their address through a clean-up, and are removed after a day, however many there are", async () => {
    const now = runner.deps.clock();
    for (const expected of [1, 2, undefined]) expect(await attempt(now)).toBe(expected);
    await housekeep();
    expect(await attempt(now)).toBeUndefined();
    await db.$client`
      insert into login_attempts (email_hash, attempts, last_attempt_at, expire_at)
      select 'hash-' || n, 1, ${now.toISOString()}, ${now.toISOString()} from generate_series(1, 2500) n`;
    runner.skip(25 * HOUR);
    await housekeep();
    const [left] = await db.$client`select count(*)::int as count from login_attempts`;
    expect(left).toEqual({ count: 0 });
    expect(await attempt(runner.deps.clock())).toBe(1);
  });

  test("a sign-in that fails while earlier failures are removed is not forgotten with them", async () => {
    runner.skip(25 * HOUR);
    const now = runner.deps.clock();
    await forgetLoginAttempts(db, [emailHash]);
    await attempt(new Date(now.getTime() - 25 * HOUR));
    const removing = await db.transaction(async (transaction) => {
      const [row] = await transaction.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
      const later = new Date(now.getTime() + 24 * HOUR).toISOString();
      await transaction.execute(
        sql`update login_attempts set attempts = 7, expire_at = ${later} where email_hash = ${emailHash}`,
      );
      const removing = deleteExpired(db, "login_attempts", { now, spared: NOTHING_SPARED });
      // The clean-up has found the row as it was, and waits for this transaction.
      await vi.waitFor(async () => {
        const [blocked] = await db.$client`
          select from pg_stat_activity where ${row?.pid ?? 0} = any(pg_blocking_pids(pid))`;
        expect(blocked).toBeDefined();
      }, 10_000);
      return { removing };
    });
    expect(await removing.removing).toBe(0);
    expect(await attemptsLeft()).toEqual([7]);
  });
});

test("rows that expire in no order of their storing are removed by going through the table once", async () => {
  const own = openDatabase(testDatabaseUrl(), { poolSize: 1 });
  const sql = own.$client;
  const rows = 20_000;
  await sql`
    insert into digest_arrivals (environment_id, workflow_id, step_id, subscriber_id, digest_value, last_at, expire_at)
    select gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), '', now(), now() + case when n % 2 = 0 then interval '1 year' else interval '-1 day' end
    from generate_series(1, ${rows}::int) n`;
  await sql`vacuum (analyze) digest_arrivals`;
  const read = async () => {
    await sql`select pg_stat_force_next_flush()`;
    const [table] = await sql<{ read: number }[]>`
      select (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as read from pg_stat_user_tables where relname = 'digest_arrivals'`;
    return table?.read ?? 0;
  };
  const before = await read();
  expect(await deleteExpired(own, "digest_arrivals", { now: new Date(), spared: NOTHING_SPARED })).toBe(rows / 2);
  // Each row once, and the deleted ones again by their place.
  expect((await read()) - before).toBeLessThan(2 * rows);
  await sql`delete from digest_arrivals`;
  await closeDatabase(own);
});
