import type { Database } from "#db/client.ts";
import { cancelEventRow } from "#db/queries/events/cancel-event.ts";
import type { EventRef } from "#engine/refs.ts";
import type { TestDeps } from "./activity-deps.ts";
import { createTestEnvironment, type TestEnvironment } from "./environment.ts";
import { type AcceptedEvent, anAcceptedEvent, aWorkflow } from "./event.ts";
import { fakeEngine } from "./fake-engine.ts";
import { createEventRunner } from "./run-event.ts";

/** A workflow of these steps, and its events on one clock, which `skip` alone moves. Woken executions are run when `settle` is called. */
export async function eventsOnOneClock(db: Database, steps: object[], deps: Partial<TestDeps> = {}) {
  const environment: TestEnvironment = await createTestEnvironment(db);
  const workflow = await aWorkflow(db, environment, steps);
  const { engine, woken } = fakeEngine();
  // It stands while an event is triggered: on a slow machine, a window would else end by it before its execution could wake.
  const startedAt = Date.now();
  const runner = createEventRunner(db, { engine, ...deps }, () => startedAt);
  const events = new Map<string, EventRef>();
  const accept = async (name: string, event: AcceptedEvent = {}) => {
    const given = { to: "ada", ...event, payload: { name, ...event.payload } };
    const { ref } = await anAcceptedEvent(db, environment, workflow, given);
    events.set(name, ref);
    return ref;
  };
  const trigger = async (name: string, event: AcceptedEvent = {}): Promise<EventRef> => {
    const ref = await accept(name, event);
    await runner.start(ref);
    return ref;
  };
  const look = async (ref: EventRef) => {
    const cohorts = await db.$client<{ number: number }[]>`select number from cohorts where event_id = ${ref.eventId}`;
    for (const { number } of cohorts) await runner.untilItWaits({ event: ref, cohort: number });
  };
  /** Lets every execution look that is due or was woken, until nothing changes. */
  const settle = async () => {
    for (let pass = 0; pass < 3; pass++) {
      for (const ref of events.values()) await look(ref);
      woken.length = 0;
    }
  };
  const skip = async (milliseconds: number) => {
    runner.skip(milliseconds);
    await settle();
  };
  const cancel = async (name: string): Promise<boolean> => {
    const ref = events.get(name);
    if (!ref) throw new Error(`There is no event ${name}`);
    const { scope } = environment;
    const canceled = await db.transaction((transaction) => cancelEventRow(transaction, scope, ref.transactionId));
    await settle();
    return canceled !== undefined;
  };
  /** Contents of the messages, in their order. */
  const messages = async (subscriber = "ada") =>
    (
      await db.$client<{ content: string }[]>`
        select m.content from messages m join subscribers s on s.id = m.subscriber_id
        where m.environment_id = ${environment.environmentId} and s.subscriber_id = ${subscriber} order by m.created_at`
    ).map(({ content }) => content);
  const jobs = async (name: string) =>
    (
      await db.$client<{ type: string; status: string }[]>`
        select j.type, j.status from jobs j join runs r on r.id = j.run_id
        where r.event_id = ${events.get(name)?.eventId ?? ""} order by j.run_id, j.position`
    ).map(({ type, status }) => `${type} ${status}`);
  const details = async (name: string) =>
    (
      await db.$client<{ detail: string; status: string }[]>`
        select d.detail, d.status from execution_details d join runs r on r.id = d.run_id
        where r.event_id = ${events.get(name)?.eventId ?? ""} order by d.created_at`
    ).map(({ detail, status }) => `${detail} (${status})`);
  return {
    environment,
    workflow,
    runner,
    events,
    woken,
    accept,
    trigger,
    settle,
    skip,
    cancel,
    messages,
    jobs,
    details,
  };
}
