import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "vitest";
import { z } from "zod";
import { PRESENCE_LEASE_SECONDS } from "#db/queries/presence/lease.ts";
import { type Apart, startApart } from "./apart.ts";
import { bell, type Crowd, crowd, mail, wait } from "./crowd.ts";
import { printFigure } from "./figures.ts";
import { openInboxSocket } from "./inbox-socket.ts";
import { eventually } from "./processes.ts";
import type { TestApi } from "./rest.ts";

/** An integration's sends under way at once: as many mails at most are in flight when a process dies. */
export const SLOTS = 20;
/** Recipients of the broadcasts that come beside the crowd's. */
const FEW = 50;
/** Long enough for many to wait at once. */
const DELAY_SECONDS = 12;
/** The lease of a process, and how often a process looks for presences that have expired; and as much again for a busy machine. */
const PRESENCE_SECONDS = 2 * (PRESENCE_LEASE_SECONDS + 10);

type Victim = "api" | "Temporal" | "worker" | "Postgres" | "graceful worker";

/**
 * Ends processes by SIGKILL, so many times, of API, Temporal, worker and Postgres, and once in a while a worker by SIGTERM, while an
 * event for the whole crowd is accepted, waits and is sent, and others come beside it. Expects that everything that was accepted is
 * delivered, and once, but for mails that were in flight; and that whoever had an inbox open at the killed API becomes offline.
 */
export async function surviveKills(all: Crowd, kills: number): Promise<void> {
  const apart = await startApart(all.product, "kills");
  const load = await startLoad(all, apart.api);
  const crowdEvent = "kills-crowd";
  const steps = [bell, wait(DELAY_SECONDS), subjectOf("at"), bell];
  const waiting = await apart.api.workflow("Crowd", steps);
  const crowdMails = () =>
    all.sink.all().flatMap(({ subject, to }) => (subject === crowdEvent ? to?.[0]?.address : []));
  const crowdSent = (count: number) =>
    eventually(`${count} of the crowd's mails are out`, 180_000, () => crowdMails().length >= count);
  const counts = { done: 0, unclean: 0, slowestEnd: 0 };
  const kill = async (victim: Victim) => {
    counts.done += 1;
    if (victim === "worker" || victim === "Postgres") counts.unclean += 1;
    if (victim === "Temporal" || victim === "Postgres") {
      await eventually(`${victim} runs`, 30_000, () => all.product.part(victim).pid > 0);
      return all.kill(victim);
    }
    const script = victim === "api" ? "api" : "worker";
    const took = await apart.end(script, victim === "graceful worker" ? "SIGTERM" : "SIGKILL");
    counts.slowestEnd = Math.max(counts.slowestEnd, took);
  };
  try {
    const reader = "crowd-0";
    await openInbox(all, apart, reader);
    await eventually("the reader is online", 10_000, async () => (await presenceOf(all, reader)).isOnline);

    // The API dies at some moment around its answer: asking again with the same id is always right.
    const asked = load.trigger({ name: waiting, to: crowd, transactionId: crowdEvent }, all.recipients);
    await kill("api");
    const killedAt = Date.now();
    // Nobody could say that the reader left: the lease of the process has to end first.
    expect((await presenceOf(all, reader)).isOnline).toBe(true);
    await asked;

    const share = (part: number) => Math.ceil(part * all.recipients);
    await eventually("many wait", 120_000, async () => (await all.served(crowdEvent, "in_app")) > share(0.08));
    const sentEarly = crowdMails().length;
    await kill("Temporal");
    await kill("worker");
    await crowdSent(share(0.08));
    // Who waited when the worker died is sent one mail.
    expect(doubledOf(crowdMails())).toBeLessThanOrEqual(sentEarly === 0 ? 0 : SLOTS);
    await kill("Postgres");
    await crowdSent(share(0.3));
    await kill("graceful worker");
    const victims = ["worker", "Temporal", "api", "Postgres", "graceful worker"] as const;
    while (counts.done < kills) {
      await sleep(1_500 + ((counts.done * 613) % 1_500));
      await kill(victims[counts.done % victims.length] ?? "worker");
    }

    const accepted = await load.end();
    const began = performance.now();
    await allThrough(all, [...accepted.keys()]);
    printFigure(
      `${kills} kills: ${accepted.size} events, through ${seconds(performance.now() - began)} s after the last kill, ` +
        `slowest end of a process ${seconds(counts.slowestEnd)} s`,
    );
    await expectDelivered(all, accepted, SLOTS * counts.unclean);
    await expectDelayed(all, crowdEvent);
    expect((await apart.api.status(crowdEvent)).jobs).toEqual({ completed: steps.length * all.recipients });

    const left = Math.max(0, killedAt + PRESENCE_SECONDS * 1_000 - Date.now());
    const { lastOnlineAt } = await eventually("the reader is offline", left + 1_000, async () => {
      const presence = await presenceOf(all, reader);
      return presence.isOnline ? null : presence;
    });
    expect(lastOnlineAt?.getTime()).toBeLessThanOrEqual(killedAt);
  } finally {
    await load.end();
    await apart.stop();
  }
}

/** A caller that asks again, with the same id, until it has an answer. */
export const askUntilAccepted = (api: TestApi, event: Parameters<TestApi["trigger"]>[0]): Promise<true> =>
  eventually(`${event.transactionId} is accepted`, 120_000, async () => {
    await api.trigger(event);
    return true as const;
  });

/** Opens the subscriber's inbox at an API, and resolves once its socket receives events. */
async function openInbox(all: Crowd, { origin }: Apart, subscriberId: string): Promise<void> {
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
const presenceOf = async (all: Crowd, subscriberId: string) =>
  Presence.parse(await all.api.get(`/subscribers/${subscriberId}`)).data;

/** Mails whose subject is the variable, by which each event's are known. */
const subjectOf = (variable: string) => ({ template: { ...mail.template, subject: `{{ ${variable} }}` } });

const seconds = (milliseconds: number): number => Math.round(milliseconds / 1_000);

/** Events for one subscriber and for some, from callers that ask until they are accepted. */
async function startLoad(all: Crowd, api: TestApi) {
  const few = Array.from({ length: FEW }, (_, i) => `crowd-${i}`);
  await api.post("/topics/few/subscribers", { subscribers: few });
  const name = await api.workflow("Kills", [bell, subjectOf("at"), bell]);
  /** Acknowledged events, with the number of their recipients. */
  const accepted = new Map<string, number>();
  let isOver = false;
  const trigger = async (event: { name: string; to: unknown; transactionId: string }, recipients: number) => {
    await askUntilAccepted(api, { ...event, payload: { at: event.transactionId } });
    accepted.set(event.transactionId, recipients);
  };
  const singles = async (lane: number) => {
    for (let i = 0; !isOver; i++) {
      const to = `crowd-${(lane * 97 + i) % all.recipients}`;
      await trigger({ name, to, transactionId: `single-${lane}-${i}` }, 1);
      await sleep(200);
    }
  };
  const broadcasts = async () => {
    for (let i = 0; !isOver; i++) {
      await trigger({ name, to: { type: "Topic", topicKey: "few" }, transactionId: `few-${i}` }, FEW);
      await sleep(5_000);
    }
  };
  const lanes = Promise.all([...[0, 1].map(singles), broadcasts()]);
  // Whoever ends the load hears of it.
  lanes.catch(() => {});
  return {
    trigger,
    /** Ends the load. @returns the accepted events, with the number of their recipients */
    async end(): Promise<Map<string, number>> {
      isOver = true;
      await lanes;
      return accepted;
    },
  };
}

async function allThrough(all: Crowd, transactionIds: readonly string[]): Promise<void> {
  const open = new Set(transactionIds);
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
}

const doubledOf = (mails: readonly unknown[]): number => mails.length - new Set(mails).size;

/** Expects that nobody's delay ended too early. */
async function expectDelayed(all: Crowd, transactionId: string): Promise<void> {
  const early = await all.sql`
    select run_id from messages where transaction_id = ${transactionId} group by run_id
    having min(created_at) filter (where channel = 'email') - min(created_at) filter (where channel = 'in_app')
      < make_interval(secs => ${DELAY_SECONDS})`;
  expect(early).toEqual([]);
}

/** Expects two messages in-app and a mail for each recipient of each event, and no more mails than these but for some doubled ones. */
async function expectDelivered(all: Crowd, accepted: ReadonlyMap<string, number>, mostDoubled: number): Promise<void> {
  const events = await all.sql<{ id: string; bells: number; served: number; sent: number; failed: number }[]>`
    select r.transaction_id as id, count(*) filter (where m.channel = 'in_app')::int as bells,
      count(distinct (m.subscriber_id, m.step_id)) filter (where m.channel = 'in_app')::int as served,
      count(distinct m.subscriber_id) filter (where m.channel = 'email' and m.identifier is not null)::int as sent,
      (select count(*)::int from jobs j join runs x on x.id = j.run_id
        where x.event_id = r.event_id and j.status <> 'completed') as failed
    from runs r left join messages m on m.run_id = r.id
    where r.transaction_id = any(${[...accepted.keys()]}::text[]) group by r.transaction_id, r.event_id`;
  expect(events).toHaveLength(accepted.size);
  const wrong = events.filter(({ id, bells, served, sent, failed }) => {
    const recipients = accepted.get(id) ?? 0;
    return bells !== 2 * recipients || served !== 2 * recipients || sent !== recipients || failed > 0;
  });
  expect(wrong).toEqual([]);
  const mails = all.sink.all().map(({ subject, to }) => `${subject} ${to?.[0]?.address}`);
  const expected = [...accepted.values()].reduce((sum, count) => sum + count, 0);
  const doubled = doubledOf(mails);
  printFigure(`${expected} mails, ${doubled} doubled of at most ${mostDoubled}`);
  expect(mails.length - doubled).toBe(expected);
  expect(doubled).toBeLessThanOrEqual(mostDoubled);
}
