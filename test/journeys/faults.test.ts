import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { childEnvironment, projectRoot } from "#config.ts";
import { LEASE_SECONDS } from "#db/queries/presence/lease.ts";
import { freePort } from "#scripts/ports.ts";
import { bell, type Crowd, crowd, mail, startCrowd, wait } from "#test/support/crowd.ts";
import { printFigure } from "#test/support/figures.ts";
import { openInboxSocket } from "#test/support/inbox-socket.ts";
import { startMailSink } from "#test/support/mail-sink.ts";
import { eventually, isHealthy } from "#test/support/processes.ts";
import { createApi, type TestApi } from "#test/support/rest.ts";

// Nothing that was accepted may be lost or delivered twice, whichever process dies. The processes are real and they are
// ended by SIGKILL. A mail is doubled only where it was in flight when its worker died, no more than an integration has slots.

const SLOTS = 20;
/** More than one cohort's worth. */
const RECIPIENTS = 2_600;

let all: Crowd;
beforeAll(async () => {
  all = await startCrowd(RECIPIENTS, { takesMs: 20 });
});
beforeEach(() => all.sink.forget());
afterAll(() => all?.stop());

test("a broadcast outlives kill -9 of API and worker, and of Temporal, in its middle", async () => {
  const name = await all.api.workflow("Crowd", [bell, mail]);
  const transactionId = "fault-broadcast";
  await all.api.trigger({ name, to: crowd, transactionId });
  await eventually("some messages are there", 60_000, async () => (await all.served(transactionId, "in_app")) > 200);
  all.kill("Belfry");
  await eventually("API and worker are back", 60_000, () => isHealthy(all.product.dev.apiUrl));
  await eventually("some mails are out", 60_000, () => all.sink.taken() > 300);
  all.kill("Temporal");
  await eventually("the event is through", 150_000, all.isThrough(transactionId));
  expect(await all.expectEveryoneServedOnce(transactionId)).toBeLessThanOrEqual(SLOTS);
});

test("a delay outlives kill -9 of API, worker and Temporal, and ends once", async () => {
  const name = await all.api.workflow("Later", [bell, wait(12), mail]);
  const transactionId = "fault-delay";
  await all.api.trigger({ name, to: crowd, transactionId });
  await eventually(
    "all have their first message",
    60_000,
    async () => (await all.served(transactionId, "in_app")) === RECIPIENTS,
  );
  expect(await all.served(transactionId, "email")).toBe(0);
  all.kill("Belfry");
  all.kill("Temporal");
  await eventually("the event is through", 150_000, all.isThrough(transactionId));
  expect(await all.expectEveryoneServedOnce(transactionId)).toBe(0);
});

test("Postgres killed after about 200 of 1,000 mails loses none and doubles no more than were in flight", async () => {
  const name = await all.api.workflow("Database", [mail]);
  const transactionId = "fault-database";
  const to = Array.from({ length: 1_000 }, (_, i) => `crowd-${i}`);
  await all.api.trigger({ name, to, transactionId });
  await eventually("200 mails are out", 60_000, () => all.sink.taken() >= 200);
  all.kill("Postgres");
  const takenBefore = all.sink.taken();
  await eventually("the event is through", 150_000, all.isThrough(transactionId));
  const counts = [...all.sink.counts().values()];
  const doubled = counts.reduce((sum, count) => sum + count - 1, 0);
  printFigure(`Postgres killed after ${takenBefore} of 1,000 mails: ${doubled} doubled`);
  expect(counts).toHaveLength(1_000);
  expect(doubled).toBeLessThanOrEqual(SLOTS);
  const [rows] = await all.sql`
    select count(*)::int as messages, count(distinct subscriber_id)::int as subscribers, count(identifier)::int as sent
    from messages where transaction_id = ${transactionId}`;
  expect(rows).toEqual({ messages: 1_000, subscribers: 1_000, sent: 1_000 });
  expect((await all.api.status(transactionId)).jobs).toEqual({ completed: 1_000 });
});

/** API and worker as processes of their own, on the product's Postgres and Temporal. */
async function startApart(taskQueue: string) {
  const port = await freePort();
  const env = {
    DATABASE_URL: all.product.dev.databaseUrl,
    TEMPORAL_ADDRESS: all.product.dev.temporalAddress,
    BELFRY_TASK_QUEUE: taskQueue,
    BELFRY_DATA_DIR: all.product.dataDir,
    BELFRY_PORT: String(port),
    BELFRY_LOG_LEVEL: "silent",
  };
  const origin = `http://127.0.0.1:${port}`;
  const running = new Map<"api" | "worker", ChildProcess>();
  const isGone = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null;
  const run = (script: "api" | "worker") => {
    const file = script === "api" ? "api/server.ts" : "engine/worker.ts";
    const child = spawn(process.execPath, ["--import", "tsx", file], {
      cwd: projectRoot,
      env: childEnvironment({ NODE_ENV: undefined, VITEST: undefined, ...env }),
      stdio: "ignore",
    });
    running.set(script, child);
  };
  const end = async (script: "api" | "worker", signal: NodeJS.Signals = "SIGKILL") => {
    const child = running.get(script);
    if (!child || isGone(child)) return;
    const exited = once(child, "exit");
    child.kill(signal);
    await exited;
  };
  run("worker");
  run("api");
  await eventually("the API answers", 60_000, () => isHealthy(origin));
  return {
    origin,
    api: createApi(origin, all.product.dev.apiKey),
    run,
    end,
    isGone: (s: "api" | "worker") => {
      const child = running.get(s);
      return !child || isGone(child);
    },
  };
}

/** Opens the subscriber's inbox at an API, and resolves once its socket receives events. */
async function openInbox(origin: string, subscriberId: string): Promise<void> {
  const { applicationIdentifier } = all.product.dev;
  const opened = await fetch(`${origin}/v1/widgets/session/initialize`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ applicationIdentifier, subscriberId }),
  });
  const { data } = z.object({ data: z.object({ token: z.string() }) }).parse(await opened.json());
  const socket = await openInboxSocket({ listeningOrigin: origin }, data.token);
  await socket.joined;
}

const Presence = z.object({ data: z.object({ isOnline: z.boolean(), lastOnlineAt: z.coerce.date().optional() }) });

/** The presence of a subscriber, as the product's own API process answers it. */
const presenceOf = async (subscriberId: string) =>
  Presence.parse(await all.api.get(`/subscribers/${subscriberId}`)).data;

/** How often a process looks for presences that have expired; and as much again for a busy machine. */
const EXPIRY_SECONDS = 20;

test("with processes apart, a killed worker's work is taken up by another, a killed API's caller may simply ask again, and its inboxes become offline", async () => {
  const apart = await startApart("apart");
  try {
    const reader = "crowd-0";
    await openInbox(apart.origin, reader);
    await eventually("the reader is online", 10_000, async () => (await presenceOf(reader)).isOnline);
    const name = await apart.api.workflow("Apart", [bell, mail]);
    const event = { name, to: crowd, transactionId: "fault-apart" };
    // The API dies at some moment around its answer: asking again with the same id is always right.
    const asked = apart.api.trigger(event).catch(() => undefined);
    await apart.end("api");
    const killedAt = Date.now();
    // Nobody could say that the reader left: the lease of the process has to end first.
    expect((await presenceOf(reader)).isOnline).toBe(true);
    await asked;
    apart.run("api");
    await eventually("the API answers again", 60_000, () => isHealthy(apart.origin));
    await apart.api.trigger(event);
    await eventually(
      "some messages are there",
      60_000,
      async () => (await all.served(event.transactionId, "in_app")) > 200,
    );
    await apart.end("worker");
    apart.run("worker");
    await eventually("the event is through", 150_000, all.isThrough(event.transactionId));
    expect(await all.expectEveryoneServedOnce(event.transactionId)).toBeLessThanOrEqual(SLOTS);
    const left = Math.max(0, killedAt + (LEASE_SECONDS + EXPIRY_SECONDS) * 1_000 - Date.now());
    const { lastOnlineAt } = await eventually("the reader is offline", left + 1_000, async () => {
      const presence = await presenceOf(reader);
      return presence.isOnline ? null : presence;
    });
    expect(lastOnlineAt?.getTime()).toBeLessThanOrEqual(killedAt);
  } finally {
    await Promise.all([apart.end("api"), apart.end("worker")]);
  }
});

/** A caller that asks again, with the same id, until it has an answer. */
async function askUntilAccepted(api: TestApi, event: Parameters<TestApi["trigger"]>[0]): Promise<void> {
  for (;;) {
    try {
      await api.trigger(event);
      return;
    } catch {
      // Whatever was killed comes back.
      await sleep(200);
    }
  }
}

test("20 kills under load, of worker, API, Temporal and Postgres in turn: nothing is lost, stuck, or doubled but mails in flight", async () => {
  const KILLS = 20;
  const FEW = 300;
  const apart = await startApart("kills");
  const victims = ["worker", "Temporal", "api", "Postgres", "graceful worker"] as const;
  const few = Array.from({ length: FEW }, (_, i) => `crowd-${i}`);
  await apart.api.post("/topics/few/subscribers", { subscribers: few });
  const name = await apart.api.workflow("Kills", [
    bell,
    { template: { ...mail.template, subject: "{{ at }}" } },
    { template: { type: "in_app", content: "And after" } },
  ]);
  /** Acknowledged events, with the number of their recipients. */
  const accepted = new Map<string, number>();
  let isOver = false;
  const triggerUntilAccepted = async (transactionId: string, to: unknown, recipients: number) => {
    await askUntilAccepted(apart.api, { name, to, transactionId, payload: { at: transactionId } });
    accepted.set(transactionId, recipients);
  };
  const singles = async (lane: number) => {
    for (let i = 0; !isOver; i++) {
      await triggerUntilAccepted(`single-${lane}-${i}`, `crowd-${(lane * 97 + i) % RECIPIENTS}`, 1);
      await sleep(40);
    }
  };
  const broadcasts = async () => {
    for (let i = 0; !isOver; i++) {
      await triggerUntilAccepted(`few-${i}`, { type: "Topic", topicKey: "few" }, FEW);
      await sleep(3_000);
    }
  };
  // A process that was started while Postgres or Temporal was away may have given up: supervisors start it again.
  const supervise = setInterval(() => {
    for (const script of ["api", "worker"] as const) if (apart.isGone(script)) apart.run(script);
  }, 500);
  try {
    const load = [...[0, 1, 2, 3].map(singles), broadcasts()];
    let workerKills = 0;
    let slowestEnd = 0;
    for (let i = 0; i < KILLS; i++) {
      await sleep(1_500 + ((i * 613) % 1_500));
      const victim = victims[i % victims.length] ?? "worker";
      if (victim === "Temporal" || victim === "Postgres") {
        await eventually(`${victim} runs`, 30_000, () => all.product.part(victim).pid > 0);
        all.kill(victim);
        continue;
      }
      const script = victim === "api" ? "api" : "worker";
      if (victim === "worker") workerKills += 1;
      const began = performance.now();
      await apart.end(script, victim === "graceful worker" ? "SIGTERM" : "SIGKILL");
      slowestEnd = Math.max(slowestEnd, performance.now() - began);
      if (apart.isGone(script)) apart.run(script);
    }
    isOver = true;
    await Promise.all(load);
    const began = performance.now();
    const open = new Set(accepted.keys());
    await eventually("all events are through", 180_000, async () => {
      const rows = await all.sql`
        select e.transaction_id as id from events e
        where e.transaction_id = any(${[...open]}::text[]) and exists (select from cohorts c where c.event_id = e.id)
          and not exists (select from cohorts c where c.event_id = e.id and (c.cursor is not null
            or c.pending + c.queued + c.running + c.delayed + c.merged > 0))`;
      for (const { id } of rows) open.delete(String(id));
      return open.size === 0;
    }).catch((error: unknown) => {
      throw new Error(`Stuck: ${[...open].slice(0, 20)}`, { cause: error });
    });
    const events = await all.sql<{ id: string; bells: number; served: number; failed: number }[]>`
      select r.transaction_id as id, count(*) filter (where m.channel = 'in_app')::int as bells,
        count(distinct (r.id, m.step_id)) filter (where m.channel = 'in_app')::int as served,
        (select count(*)::int from jobs j join runs x on x.id = j.run_id
          where x.event_id = r.event_id and j.status <> 'completed') as failed
      from runs r left join messages m on m.run_id = r.id
      where r.transaction_id = any(${[...accepted.keys()]}::text[]) group by r.transaction_id, r.event_id`;
    const wrong = events.filter(({ id, bells, served, failed }) => {
      const recipients = accepted.get(id) ?? 0;
      return bells !== 2 * recipients || served !== 2 * recipients || failed > 0;
    });
    const mails = new Map<string, number>();
    for (const { subject, to } of all.sink.all()) {
      const key = `${subject} ${to?.[0]?.address}`;
      mails.set(key, (mails.get(key) ?? 0) + 1);
    }
    const expected = [...accepted.values()].reduce((sum, count) => sum + count, 0);
    const doubled = [...mails.values()].reduce((sum, count) => sum + count - 1, 0);
    printFigure(
      `${KILLS} kills, ${workerKills} of the worker: ${accepted.size} events, ${expected} mails, ${doubled} doubled, ` +
        `through ${Math.round((performance.now() - began) / 1000)} s after the last kill, ` +
        `slowest graceful stop ${Math.round(slowestEnd / 1000)} s`,
    );
    expect(events).toHaveLength(accepted.size);
    expect(wrong).toEqual([]);
    expect(mails.size).toBe(expected);
    expect(doubled).toBeLessThanOrEqual(SLOTS * workerKills);
  } finally {
    isOver = true;
    clearInterval(supervise);
    await Promise.all([apart.end("api"), apart.end("worker")]);
  }
}, 400_000);

const Created = z.object({ data: z.object({ _id: z.string() }) });

test("API and worker killed while events join digests, sends fail over, a schedule is due and windows close: everything arrives once", async () => {
  const EVENTS = 5;
  const KILLS = 3;
  /** Long enough for a restart, and for work whose worker has died to be given to the next one. */
  const WINDOW_SECONDS = 34;
  const watched = Array.from({ length: 300 }, (_, i) => `crowd-${i}`);
  const to = { type: "Topic", topicKey: "watched" };
  const refusing = await startMailSink({ refusesWith: 535 });
  const killAndWait = async () => {
    all.kill("Belfry");
    await eventually("API and worker are back", 60_000, () => isHealthy(all.product.dev.apiUrl));
  };
  /** By subscriber what the events' messages say: the subject of a mail, the content of any other. */
  const messagesOf = async (transactionIds: readonly string[]): Promise<string[][]> => {
    const rows = await all.sql<{ contents: string[] }[]>`
      select array_agg(coalesce(subject, content)) as contents from messages
      where transaction_id = any(${[...transactionIds]}::text[]) group by subscriber_id`;
    return rows.map(({ contents }) => contents);
  };
  try {
    await all.api.post("/topics/watched/subscribers", { subscribers: watched });
    // The one that was there before follows it.
    await all.api.sendMailTo(refusing.port);
    const digest = { type: "digest", content: "" };
    const collected = "{% for event in step.events %}{{ event.at }} {% endfor %}";
    const digesting = await all.api.workflow("Collected", [
      { template: digest, metadata: { type: "regular", amount: WINDOW_SECONDS, unit: "seconds" } },
      { template: { type: "in_app", content: collected } },
    ]);
    const mailing = await all.api.workflow("Failing over", [mail]);
    const scheduled = await all.api.workflow("Scheduled", [{ template: { type: "in_app", content: "On time" } }]);
    const began = Date.now();
    const joined = Array.from({ length: EVENTS }, (_, i) => `fault-join-${i}`);
    const joining = (async () => {
      for (const id of joined) {
        await askUntilAccepted(all.api, { name: digesting, to, transactionId: id, payload: { at: id } });
        await sleep(500);
      }
    })();
    const failover = "fault-failover";
    await askUntilAccepted(all.api, { name: mailing, to, transactionId: failover });
    await eventually("sends fail over", 60_000, () => refusing.refused() > 0 && all.sink.taken() > 20);
    const takenBefore = all.sink.taken();
    await killAndWait();

    await joining;
    await eventually("all events have joined", 60_000, async () => {
      const [members] = await all.sql`
        select count(*)::int as count from digest_members m join runs r on r.id = m.run_id
        where r.transaction_id = any(${joined}::text[])`;
      return members?.count === EVENTS * watched.length;
    });
    // Whole seconds, the first of which is at least one away.
    const dueAt = Math.ceil(Date.now() / 1_000 + 1) * 1_000;
    const recurrence = { type: "once", at: new Date(dueAt).toISOString().slice(0, 19) };
    const schedule = Created.parse(
      await all.api.post("/schedules", { name: "Once", workflow: scheduled, to, recurrence }),
    );
    await sleep(dueAt - Date.now());
    await killAndWait();

    await eventually("windows close", 60_000, async () => (await messagesOf(joined)).length > 0);
    const closedBefore = (await messagesOf(joined)).length;
    await killAndWait();

    const occurrences = () => all.sql<{ id: string }[]>`
      select e.transaction_id as id from events e join workflows w on w.id = e.workflow_id
      where w.identifier = ${scheduled}`;
    // A pass that was killed is repeated when its claim has ended.
    await eventually("the schedule has fired", 150_000, async () => (await occurrences()).length > 0);
    const [occurrence] = await occurrences();
    const every = [...joined, failover, occurrence?.id ?? ""];
    await eventually("all events are through", 150_000, async () => {
      for (const id of every) if (!(await all.isThrough(id)())) return false;
      return true;
    });
    const doubled = [...all.sink.counts().values()].reduce((sum, count) => sum + count - 1, 0);
    printFigure(
      `${KILLS} kills: after ${takenBefore} of ${watched.length} mails and ${closedBefore} digests; ` +
        `${refusing.refused()} sends refused, ${doubled} mails doubled, ${watched.length - all.sink.counts().size} left open, ` +
        `through in ${Math.round((Date.now() - began) / 1_000)} s`,
    );
    const digests = await messagesOf(joined);
    expect(digests).toHaveLength(watched.length);
    // Every event once: in one message, unless joining took longer than a window is open.
    const events = digests.map((contents) => contents.flatMap((content) => content.trim().split(" ")).sort());
    expect(events.filter((ids) => JSON.stringify(ids) !== JSON.stringify(joined))).toEqual([]);
    const windows = digests.flat().length;

    const mails = await all.sql<{ address: string; messages: number; isOpen: boolean }[]>`
      select m.email as address, count(*)::int as messages, bool_and(d.state = 'failed' and d.failover ? 'isBound') as "isOpen"
      from messages m join deliveries d on d.message_id = m.id where m.transaction_id = ${failover} group by 1`;
    expect(mails.filter(({ messages }) => messages !== 1)).toEqual([]);
    // What the refusing server may have taken when its sender died goes through no other one: it fails.
    const open = mails.flatMap(({ address, isOpen }) => (isOpen ? [address] : []));
    expect([...all.sink.counts().keys(), ...open].sort()).toEqual(watched.map((id) => `${id}@example.com`).sort());
    expect(open.length).toBeLessThanOrEqual(SLOTS);
    expect(doubled).toBeLessThanOrEqual(SLOTS * KILLS);

    expect(await occurrences()).toHaveLength(1);
    expect(await messagesOf([occurrence?.id ?? ""])).toEqual(watched.map(() => ["On time"]));
    expect(await all.api.get(`/schedules/${schedule.data._id}`)).toMatchObject({
      data: { status: "ended", failures: 0, lastTransactionId: occurrence?.id },
    });

    const jobs = await all.sql<{ status: string; count: number }[]>`
      select j.status, count(*)::int as count from jobs j join runs r on r.id = j.run_id
      where r.transaction_id = any(${every}::text[]) group by 1`;
    // Of each window the run that sends for all, with two steps, and of each subscriber the mail and the scheduled message.
    expect(Object.fromEntries(jobs.map(({ status, count }) => [status, count]))).toEqual({
      completed: 2 * windows + 2 * watched.length - open.length,
      ...(open.length > 0 && { failed: open.length }),
      merged: 2 * (EVENTS * watched.length - windows),
    });
  } finally {
    await all.api.sendMailTo(all.sink.port);
    await refusing.stop();
  }
}, 400_000);
