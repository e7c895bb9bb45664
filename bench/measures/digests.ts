import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { closedLoop } from "../closed-loop.ts";
import { connectDatabase } from "../database.ts";
import { watchEvents } from "../event-completion.ts";
import { PAYLOAD, subscriberIdOf } from "../test-environment.ts";
import { type Figures, type MeasureContext, type Round, startCpuMeter } from "./measure.ts";

/** Events that are collected for each subscriber. */
const EVENTS = 10;

/**
 * (i) Events that a digest collects for many subscribers: from the first request until all have joined their window, and how
 * late the last message is after the windows end. `digest.rate` counts an event once for each subscriber.
 */
export async function measureDigests({ fixture, environment, sizes, cleanup }: MeasureContext): Promise<Round> {
  const { api, scope, workflows } = environment;
  const completion = await watchEvents(fixture, environment, cleanup);
  const sql = connectDatabase(fixture, cleanup);
  const to = Array.from({ length: sizes.digestSubscribers }, (_, index) => subscriberIdOf(index));
  const joins = EVENTS * to.length;

  /** How many messages stand for all events. */
  const messages = async (): Promise<number> => {
    const [row] = await sql<{ count: number }[]>`
      select count(*)::int as count from messages
      where environment_id = ${scope.environmentId} and template_identifier = ${workflows.digest}
        and content = ${`${EVENTS} orders`}`;
    return row?.count ?? 0;
  };

  return async () => {
    const before = await messages();
    const cpu = startCpuMeter(fixture.usage);
    const ids = Array.from({ length: EVENTS }, () => randomUUID());
    const start = performance.now();
    for (const transactionId of ids) {
      await api.post("/events/trigger", { name: workflows.digest, to, payload: PAYLOAD, transactionId });
    }
    // All but the first are merged, so that their executions end when they have joined.
    const [first = "", ...merged] = ids;
    await Promise.all(merged.map((transactionId) => completion.completed(workflows.digest, transactionId)));
    const joined = performance.now();
    await completion.completed(workflows.digest, first);
    const figures: Figures = {
      "digest.rate": joins / ((joined - start) / 1000),
      "digest.late": performance.now() - start - sizes.digestSeconds * 1000,
    };
    while ((await messages()) - before < to.length) {
      if (performance.now() - joined > 60_000) throw new Error(`Only ${await messages()} digests were complete`);
      await sleep(100);
    }
    await fixture.waitUntilIdle();
    return { ...figures, ...cpu(joins, "digest") };
  };
}

/**
 * (m) Triggers for one subscriber each, in turn for each of many, whose events a digest collects: from the first request until all
 * events have joined a window, and how late the last message is after the window of the last event could have ended. Windows open
 * and end meanwhile. Throws unless every event is counted by exactly one message.
 */
export async function measureDigestsOfOne({ fixture, environment, sizes, cleanup }: MeasureContext): Promise<Round> {
  const { api, scope, workflows } = environment;
  const sql = connectDatabase(fixture, cleanup);
  const { digestEvents: events } = sizes;

  const joined = async (): Promise<number> => {
    const [row] = await sql<{ count: number }[]>`select count(*)::int as count from digest_members`;
    return row?.count ?? 0;
  };
  /** How many events the messages count. */
  const counted = async (): Promise<number> => {
    const [row] = await sql<{ count: number }[]>`
      select coalesce(sum(split_part(content, ' ', 1)::int), 0)::int as count from messages
      where environment_id = ${scope.environmentId} and template_identifier = ${workflows.digest}`;
    return row?.count ?? 0;
  };
  const until = async (count: () => Promise<number>, wanted: number, milliseconds: number): Promise<number> => {
    const end = performance.now() + milliseconds;
    for (;;) {
      const counted = await count();
      if (counted >= wanted) return counted;
      if (performance.now() > end) throw new Error(`Only ${counted} of ${wanted} events were digested`);
      await sleep(100);
    }
  };

  return async () => {
    const before = { joined: await joined(), counted: await counted() };
    await fixture.waitUntilIdle();
    const cpu = startCpuMeter(fixture.usage);
    const start = performance.now();
    let next = 0;
    await closedLoop({ tasks: events, inFlight: sizes.inFlight, signal: cleanup.signal }, async () => {
      const to = subscriberIdOf(next++ % sizes.digestSubscribers);
      await api.post("/events/trigger", { name: workflows.digest, to, payload: PAYLOAD });
    });
    // Events are accepted faster than they are processed on two cores.
    await until(joined, before.joined + events, 60_000 + events * 30);
    const end = performance.now();
    const all = await until(counted, before.counted + events, sizes.digestSeconds * 1000 + 60_000);
    const late = performance.now() - end - sizes.digestSeconds * 1000;
    await fixture.waitUntilIdle();
    const repeated = all - before.counted - events;
    if (repeated > 0) throw new Error(`${repeated} events were digested twice`);
    return {
      ...cpu(events, "digestOne"),
      "digestOne.rate": events / ((end - start) / 1000),
      "digestOne.late": late,
    };
  };
}
