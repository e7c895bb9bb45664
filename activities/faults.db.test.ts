import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { DETAILS } from "#contract/constants/details.ts";
import { closeDatabase, type Database, openDatabase } from "#db/client.ts";
import { cohortIdOf } from "#db/derived-ids.ts";
import { cancelEventRow } from "#db/queries/events/cancel-event.ts";
import { findEventStatus } from "#db/queries/events/event-status.ts";
import { setSubscriberPreference } from "#db/queries/preferences/preferences.ts";
import type { EventRef } from "#engine/refs.ts";
import { createTestEnvironment, type TestEnvironment } from "#test/support/environment.ts";
import { type AcceptedEvent, anAcceptedEvent, aStep, aWorkflow } from "#test/support/event.ts";
import { expectTrueCounters } from "#test/support/expect-true-counters.ts";
import { addSmtpServer } from "#test/support/integrations.ts";
import { type MailSink, startMailSink } from "#test/support/mail-sink.ts";
import { testDatabaseUrl } from "#test/support/postgres.ts";
import { createEventRunner, type EventRunner } from "#test/support/run-event.ts";
import { storeSubscribers } from "#test/support/subscribers.ts";

// A fault of one member, one mail or one attempt stays where it is: everybody else is served, and nobody twice.

const DAY = 24 * 60 * 60 * 1000;

let db: Database;
let sink: MailSink;
let environment: TestEnvironment;
let integrationId: string;
let runners: EventRunner[] = [];
beforeAll(async () => {
  db = openDatabase(testDatabaseUrl(), { poolSize: 5 });
  sink = await startMailSink({ takesMs: 20 });
});
beforeEach(async () => {
  sink.forget();
  environment = await createTestEnvironment(db);
  integrationId = await addSmtpServer(db, environment.scope, sink.port);
});
afterEach(async () => {
  await Promise.all(runners.map((runner) => runner.close()));
  runners = [];
});
afterAll(async () => {
  await sink.stop();
  await closeDatabase(db);
});

/** A worker of its own: it has its own queue of sends, its own cache and its own clock. */
function aWorker(): EventRunner {
  const runner = createEventRunner(db);
  runners.push(runner);
  return runner;
}

async function anEvent(steps: object[], to: unknown, event: AcceptedEvent = {}): Promise<EventRef> {
  const workflow = await aWorkflow(db, environment, steps);
  const { ref } = await anAcceptedEvent(db, environment, workflow, { to, ...event });
  return ref;
}

const mail = aStep("email", { subject: "x", contentType: "customHtml", content: "<p>x</p>" });
const aDay = aStep("delay", {}, { metadata: { type: "regular", amount: 1, unit: "days" } as never });
const members = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ subscriberId: `m${i}`, firstName: `${i}`, email: `m${i}@example.com` }));

/** Jobs of each subscriber, as `type status`, in the order of the steps. */
async function jobsBySubscriber(event: EventRef): Promise<Map<string, string[]>> {
  const rows = await db.$client<{ subscriber: string; jobs: string[] }[]>`
    select s.subscriber_id as subscriber, array_agg(j.type || ' ' || j.status order by j.position) as jobs
    from runs r join subscribers s on s.id = r.subscriber_id join jobs j on j.run_id = r.id
    where r.event_id = ${event.eventId} group by 1`;
  return new Map(rows.map(({ subscriber, jobs }) => [subscriber, jobs]));
}

const detailsOf = (event: EventRef, subscriberId: string) => db.$client<
  { detail: string; status: string; raw: string | null }[]
>`
  select d.detail, d.status, d.raw
  from execution_details d join runs r on r.id = d.run_id join subscribers s on s.id = r.subscriber_id
  where r.event_id = ${event.eventId} and s.subscriber_id = ${subscriberId} order by d.created_at`;

const messagesOf = (event: EventRef) => db.$client<
  { subscriber: string; channel: string; status: string; content: string | null; error_text: string | null }[]
>`
  select s.subscriber_id as subscriber, m.channel, m.status, m.content, m.error_text
  from messages m join subscribers s on s.id = m.subscriber_id
  where m.event_id = ${event.eventId} order by m.created_at`;

const mailsPerAddress = () => [...sink.counts().values()];

describe("a text that Postgres would refuse", () => {
  test.each([
    ["half an emoji by split", "{{ smile | split: '' | first }}"],
    ["half an emoji by first", "{% assign letters = subscriber.data.smile | split: '' %}{{ letters | first }}"],
    ["a NUL by url_decode", "{{ '%00' | url_decode }}after"],
    ["half an emoji cut off", "{{ smile | slice: 0, 1 }}"],
  ])("%s is stored as readable text, and everybody is served once", async (_, content) => {
    const event = await anEvent(
      [aStep("in_app", { content: `Hi ${content}` }), aStep("email", { subject: `S ${content}`, content: "x" })],
      members(30).map((member) => ({ ...member, data: { smile: "😀" } })),
      { payload: { smile: "😀" } },
    );
    await aWorker().toEnd(event);
    const jobs = await jobsBySubscriber(event);
    expect(new Set([...jobs.values()].map(String))).toEqual(new Set(["in_app completed,email completed"]));
    const messages = await messagesOf(event);
    expect(messages).toHaveLength(60);
    // Half of a character would come back as another text.
    for (const { content: text } of messages) expect(Buffer.from(text ?? "", "utf8").toString("utf8")).toBe(text);
    expect(mailsPerAddress()).toEqual(Array(30).fill(1));
  });

  test("an id of 6,000 characters among the recipients is left out, and the others are served", async () => {
    const event = await anEvent([aStep("in_app")], [...members(5), "x".repeat(6_000), { subscriberId: "y\0z" }]);
    await aWorker().toEnd(event);
    expect([...(await jobsBySubscriber(event)).keys()].sort()).toEqual(members(5).map((m) => m.subscriberId));
  });

  test("a NUL in a mail server's refusal fails that mail alone, and nobody is sent a second one", async () => {
    sink.refuse("m7@example.com", { code: 550, message: "no\0body \ud83d here" });
    const event = await anEvent([mail, aStep("in_app")], members(45));
    await aWorker().toEnd(event);
    const jobs = await jobsBySubscriber(event);
    expect(jobs.get("m7")).toEqual(["email failed", "in_app completed"]);
    jobs.delete("m7");
    expect(new Set([...jobs.values()].map(String))).toEqual(new Set(["email completed,in_app completed"]));
    expect((await detailsOf(event, "m7")).find(({ status }) => status === "Failed")?.raw).toContain("body");
    expect(mailsPerAddress()).toEqual(Array(44).fill(1));
    await expectTrueCounters(db, event);
  });
});

describe("a member whose data Postgres refuses", () => {
  const refuse = async (table: "messages" | "deliveries", condition: string) => {
    await db.$client.unsafe(`
      create function refuse_row() returns trigger language plpgsql as $$
      begin
        if ${condition} then raise exception 'refused by the test' using errcode = '23514'; end if;
        return new;
      end $$;
      create trigger refuse_row before insert on ${table} for each row execute function refuse_row();`);
  };
  afterEach(() => db.$client.unsafe("drop function if exists refuse_row cascade"));

  test.each([
    ["in-app messages", [aStep("in_app"), mail], "messages", "in_app failed,email completed", 60],
    ["mails to send", [mail, aStep("in_app")], "deliveries", "email failed,in_app completed", 59],
  ] as const)(
    "%s: that step fails with the reason, the run goes on, and all others are served once",
    async (_, steps, table, expected, mails) => {
      const { environmentId } = environment;
      await storeSubscribers(db, environment.scope, members(60));
      await refuse(
        table,
        table === "messages"
          ? `new.channel = 'in_app' and new.subscriber_id = (select id from subscribers where environment_id = '${environmentId}' and subscriber_id = 'm42')`
          : `new.request::text like '%m42@example.com%'`,
      );
      const event = await anEvent([...steps], members(60));
      await aWorker().toEnd(event);
      const jobs = await jobsBySubscriber(event);
      expect(jobs.get("m42")?.join()).toBe(expected);
      const details = await detailsOf(event, "m42");
      expect(details.find(({ detail }) => detail === DETAILS.notStored)?.raw).toContain("23514 check_violation");
      jobs.delete("m42");
      expect(jobs.size).toBe(59);
      for (const statuses of jobs.values()) expect(statuses.every((job) => job.endsWith("completed"))).toBe(true);
      expect(mailsPerAddress()).toEqual(Array(mails).fill(1));
      await expectTrueCounters(db, event);
    },
  );

  test("a member whose statement takes too long fails with the reason, and all others are served once", async () => {
    const quick = openDatabase(testDatabaseUrl(), { poolSize: 5, statementTimeoutMs: 500 });
    onTestFinished(() => closeDatabase(quick));
    await storeSubscribers(db, environment.scope, members(60));
    await db.$client.unsafe(`
      create function refuse_row() returns trigger language plpgsql as $$
      begin
        if new.channel = 'in_app' and new.subscriber_id = (select id from subscribers
          where environment_id = '${environment.environmentId}' and subscriber_id = 'm42') then perform pg_sleep(5); end if;
        return new;
      end $$;
      create trigger refuse_row before insert on messages for each row execute function refuse_row();`);
    const event = await anEvent([aStep("in_app"), mail], members(60));
    const runner = createEventRunner(quick);
    runners.push(runner);
    await runner.toEnd(event);
    const jobs = await jobsBySubscriber(event);
    expect(jobs.get("m42")?.join()).toBe("in_app failed,email completed");
    const details = await detailsOf(event, "m42");
    expect(details.find(({ detail }) => detail === DETAILS.notStored)?.raw).toContain("57014 query_canceled");
    jobs.delete("m42");
    expect([...jobs.values()].every((own) => own.join() === "in_app completed,email completed")).toBe(true);
    expect(mailsPerAddress()).toEqual(Array(60).fill(1));
    await expectTrueCounters(db, event);
  });

  test("a run that cannot be stored at all is named among the event's problems", async () => {
    await storeSubscribers(db, environment.scope, members(20));
    await db.$client.unsafe(`
      create function refuse_row() returns trigger language plpgsql as $$
      begin
        if new.subscriber_id = (select id from subscribers where environment_id = '${environment.environmentId}' and subscriber_id = 'm3')
        then raise exception 'refused' using errcode = '23514'; end if;
        return new;
      end $$;
      create trigger refuse_row before insert on runs for each row execute function refuse_row();`);
    const event = await anEvent([aStep("in_app")], members(20));
    await aWorker().toEnd(event);
    expect((await jobsBySubscriber(event)).size).toBe(19);
    const status = await findEventStatus(db, environment.scope, event.transactionId);
    expect(status?.problems).toMatchObject([{ subject: "m3", message: expect.stringContaining("23514") }]);
  });
});

describe("between two tries of a send", () => {
  test("a worker that has sent before sends with the credentials that were saved since", async () => {
    const other = await startMailSink();
    onTestFinished(() => other.stop());
    await storeSubscribers(db, environment.scope, members(1));
    const worker = aWorker();
    await worker.toEnd(await anEvent([mail], "m0"));
    await db.$client`
      update integrations set credentials = jsonb_set(credentials, '{port}', to_jsonb(${other.port}::int))
      where id = ${integrationId}`;
    await worker.toEnd(await anEvent([mail], "m0"));
    expect([sink.taken(), other.taken()]).toEqual([1, 1]);
  });

  test("an integration that is switched off fails the job with a reason in job, message and details", async () => {
    sink.refuse("m1@example.com", { code: 451 });
    const event = await anEvent([mail, aStep("in_app")], members(3));
    const worker = aWorker();
    await worker.start(event);
    expect((await jobsBySubscriber(event)).get("m1")).toEqual(["email running", "in_app pending"]);
    await db.$client`update integrations set active = false where id = ${integrationId}`;
    await worker.toEnd(event, { again: true });
    expect((await jobsBySubscriber(event)).get("m1")).toEqual(["email failed", "in_app completed"]);
    const [job] = await db.$client`
      select error from jobs j join runs r on r.id = j.run_id
      where r.event_id = ${event.eventId} and j.status = 'failed'`;
    expect(job?.error).toEqual({ message: DETAILS.providerError });
    const message = (await messagesOf(event)).find((m) => m.subscriber === "m1" && m.channel === "email");
    expect(message).toMatchObject({
      status: "error",
      error_text: "The integration SMTP was switched off before it could send",
    });
    expect((await detailsOf(event, "m1")).find(({ status }) => status === "Failed")?.raw).toContain("switched off");
    expect(sink.counts().get("m1@example.com")).toBeUndefined();
    await expectTrueCounters(db, event);
  });

  test("a channel that the subscriber turns off does not undo what was decided: it is sent once", async () => {
    sink.refuse("m1@example.com", { code: 451 });
    const event = await anEvent([mail, mail], members(3));
    const worker = aWorker();
    await worker.start(event);
    const [subscriber] = await db.$client<{ id: string }[]>`
      select id from subscribers where environment_id = ${environment.environmentId} and subscriber_id = 'm1'`;
    const everyWorkflow = { subscriberId: subscriber?.id ?? "", contextKeys: null, workflowId: null };
    await db.transaction((transaction) =>
      setSubscriberPreference(transaction, environment.scope, everyWorkflow, {
        channels: { email: false },
        by: "inbox",
      }),
    );
    await worker.toEnd(event, { again: true });
    // The second step is decided after the change, and follows it.
    expect((await jobsBySubscriber(event)).get("m1")).toEqual(["email completed", "email canceled"]);
    expect(sink.counts().get("m1@example.com")).toBe(1);
    expect((await messagesOf(event)).filter((m) => m.subscriber === "m1")).toMatchObject([{ status: "sent" }]);
  });
});

describe("two attempts of one activity that overlap", () => {
  test("of one worker and of two, send each mail once", async () => {
    const event = await anEvent([mail, aStep("in_app")], members(30));
    const [first, second] = [aWorker(), aWorker()];
    const cohort = { event, cohort: 0 };
    await first.call(first.activities.resolveAudience, { event });
    await second.call(second.activities.advance, cohort);
    await Promise.all([first, first, second, second].map((worker) => worker.serveLanes()));
    await Promise.all([first.untilItWaits(cohort), second.untilItWaits(cohort)]);
    expect(sink.counts().size).toBe(30);
    expect(mailsPerAddress()).toEqual(Array(30).fill(1));
    expect(new Set([...(await jobsBySubscriber(event)).values()].map(String))).toEqual(
      new Set(["email completed,in_app completed"]),
    );
    await expectTrueCounters(db, event);
  });

  test("of resolving and of moving on, store and send everything once", async () => {
    const event = await anEvent([aStep("in_app"), mail], members(15));
    const workers = [aWorker(), aWorker(), aWorker()];
    await Promise.all(workers.map((worker) => worker.start(event, { again: true })));
    await Promise.all(workers.map((worker) => worker.untilItWaits({ event, cohort: 0 })));
    expect(mailsPerAddress()).toEqual(Array(15).fill(1));
    expect(await messagesOf(event)).toHaveLength(30);
    await expectTrueCounters(db, event);
  });
});

describe("an event that is cancelled within seconds of its trigger", () => {
  const twoMessages = [aStep("in_app", { content: "now" }), aDay, aStep("in_app", { content: "tomorrow" })];

  async function expectNobodyGetsTomorrows(event: EventRef, worker: EventRunner): Promise<void> {
    worker.skip(2 * DAY);
    await worker.toEnd(event, { again: true });
    const messages = await messagesOf(event);
    expect(messages.filter(({ content }) => content === "tomorrow")).toEqual([]);
    for (const [bell, delay, last] of (await jobsBySubscriber(event)).values()) {
      expect(["in_app completed", "in_app canceled"]).toContain(bell);
      expect([delay, last]).toEqual(["delay canceled", "in_app canceled"]);
    }
    const open = await db.$client`
      select 1 from runs where event_id = ${event.eventId} and due_at is not null`;
    expect(open).toHaveLength(0);
  }

  test("while its audience is resolved: nobody further gets a run, and nobody gets tomorrow's message", async () => {
    await storeSubscribers(db, environment.scope, members(2_000));
    const event = await anEvent(twoMessages, undefined, { audience: "broadcast" });
    const worker = aWorker();
    const started = worker.start(event);
    while ((await messagesOf(event)).length === 0) await sleep(5);
    expect(
      await db.transaction((transaction) => cancelEventRow(transaction, environment.scope, event.transactionId)),
    ).toBeDefined();
    const before = (await messagesOf(event)).length;
    await started;
    expect(before).toBeLessThan(2_000);
    expect(await messagesOf(event)).toHaveLength(before);
    await expectNobodyGetsTomorrows(event, worker);
  });

  test("before its audience is resolved: nobody gets anything", async () => {
    const event = await anEvent(twoMessages, members(40));
    expect(
      await db.transaction((transaction) => cancelEventRow(transaction, environment.scope, event.transactionId)),
    ).toBeDefined();
    const worker = aWorker();
    await worker.start(event);
    expect(await messagesOf(event)).toEqual([]);
    await expectNobodyGetsTomorrows(event, worker);
  });

  test("before its delay begins: the delay is cancelled and never completes", async () => {
    sink.refuse("m1@example.com", { code: 451 });
    const event = await anEvent([mail, ...twoMessages.slice(1)], members(40));
    const worker = aWorker();
    await worker.start(event);
    expect(
      await db.transaction((transaction) => cancelEventRow(transaction, environment.scope, event.transactionId)),
    ).toBeDefined();
    await worker.toEnd(event, { again: true });
    expect((await messagesOf(event)).filter(({ content }) => content === "tomorrow")).toEqual([]);
    for (const [subscriber, jobs] of await jobsBySubscriber(event)) {
      // What was being sent is concluded.
      expect([subscriber, ...jobs]).toEqual([subscriber, "email completed", "delay canceled", "in_app canceled"]);
    }
    expect(mailsPerAddress()).toEqual(Array(40).fill(1));
    await expectTrueCounters(db, event);
  });

  test("while it waits: its cohort is due at once, and nobody gets tomorrow's message", async () => {
    const event = await anEvent(twoMessages, members(40));
    const worker = aWorker();
    await worker.start(event);
    const by = { userId: environment.userId, keyEnd: "1a2b" };
    await db.transaction((transaction) => cancelEventRow(transaction, environment.scope, event.transactionId, by));
    const cohort = cohortIdOf(event.eventId, 0);
    const [row] = await db.$client`select due_at <= clock_timestamp() as due from cohorts where id = ${cohort}`;
    expect(row?.due).toBe(true);
    await worker.untilItWaits({ event, cohort: 0 });
    expect(await messagesOf(event)).toHaveLength(40);
    const said = await db.$client<{ raw: string }[]>`
      select distinct d.raw from execution_details d join jobs j on j.id = d.job_id join runs r on r.id = j.run_id
      where r.event_id = ${event.eventId} and j.type = 'delay' and d.detail = ${DETAILS.canceledByCaller}`;
    expect(said.map(({ raw }) => JSON.parse(raw))).toEqual([{ name: "Ada Lovelace", keyEnd: "1a2b" }]);
    await expectNobodyGetsTomorrows(event, worker);
  });
});
