import { MockActivityEnvironment } from "@temporalio/testing";
import { DefaultLogger } from "@temporalio/worker";
import type { Deps } from "#activities/deps.ts";
import { type Activities, type Advanced, createActivities } from "#activities/index.ts";
import type { Database } from "#db/client.ts";
import { cohortIdOf } from "#db/derived-ids.ts";
import { findOverdueLanes } from "#db/queries/lanes/lane-queues.ts";
import { type CohortRef, type EventRef, SEND } from "#engine/refs.ts";
import { type TestDeps, testDeps } from "./activity-deps.ts";

/** Runs events by calling activities as an execution does, on a clock that skips waits. */
export interface EventRunner {
  deps: Deps;
  activities: Activities;
  /** Runs one activity; `attempt` as Temporal would count it. */
  call<Args extends unknown[], T>(activity: (...args: Args) => Promise<T>, ...args: Args): Promise<T>;
  /** Divides the audience and moves each cohort on until it waits. */
  start(event: EventRef, options?: Started): Promise<CohortRef[]>;
  /** Moves a cohort on until it waits or is through, sending what is to be sent. */
  untilItWaits(cohort: CohortRef, first?: Advanced | null): Promise<Advanced>;
  /** Sends what has its turn in any lane, as the executions of lanes do. Returns whether there was anything. */
  serveLanes(): Promise<boolean>;
  /** Runs the event to its end, skipping waits. Returns how many times an execution would have woken. */
  toEnd(event: EventRef, options?: Started): Promise<number>;
  skip(milliseconds: number): void;
  close(): Promise<void>;
}

interface Started {
  /** The event has had an execution before, as it has when it is resumed. */
  again?: boolean;
}

/** A test that has an activity fail expects it to. */
const logger = new DefaultLogger("ERROR");

/** With `now` (milliseconds since 1970) of its own, what is skipped is all the time that passes. */
export function createEventRunner(
  db: Database,
  overrides: Partial<TestDeps> = {},
  now: () => number = Date.now,
): EventRunner {
  let skipped = 0;
  const clock = () => new Date(now() + skipped);
  const deps = testDeps(db, { clock, ...overrides });
  const activities = createActivities(deps);

  /** Whether outcomes have given a cohort work again. */
  const isDue = async ({ event, cohort }: CohortRef): Promise<boolean> => {
    const rows = await db.$client`
      select from runs r join cohorts c on c.id = r.cohort_id
      where c.id = ${cohortIdOf(event.eventId, cohort)} and r.due_at <= ${clock().toISOString()} and c.stop_reason is null limit 1`;
    return rows.length > 0;
  };
  /** Until when the vendor of a lane takes nothing (milliseconds since 1970); 0 when it does. */
  const blockedUntil = (id: string): number => {
    const turn = deps.dispatcher.nextTurn(id);
    return turn.kind === "later" ? turn.at.getTime() : 0;
  };
  /** The next turn in any lane (milliseconds since 1970). */
  const nextTurn = async (): Promise<number> => {
    const rows = await db.$client<{ id: string; dueAt: string }[]>`
      select q.integration_id as id, min(greatest(q.due_at, d.due_at)) as "dueAt"
      from lane_queues q join deliveries d on d.cohort_id = q.cohort_id and d.integration_id = q.integration_id and d.state = 'open'
      group by 1`;
    return Math.min(...rows.map(({ id, dueAt }) => Math.max(Date.parse(dueAt), blockedUntil(id))));
  };

  const runner: EventRunner = {
    deps,
    activities,
    call: (activity, ...args) => new MockActivityEnvironment({}, { logger }).run(activity, ...args),
    async start(event, options) {
      const { cohorts, first } = await runner.call(activities.resolveAudience, { event, ...options });
      const refs = Array.from({ length: cohorts }, (_, cohort) => ({ event, cohort }));
      for (const ref of refs) await runner.untilItWaits(ref, first);
      return refs;
    },
    async untilItWaits(cohort, first) {
      let next = first ?? (await runner.call(activities.advance, cohort));
      for (;;) {
        // Nothing is left, also of what waits for a lane.
        if (!next.more && next.wake === null) return next;
        const served = await runner.serveLanes();
        if (!next.more && !served && !(await isDue(cohort))) return next;
        next = await runner.call(activities.advance, cohort);
      }
    },
    async serveLanes() {
      await deps.dispatcher.settled();
      const lanes = await findOverdueLanes(db, new Date(clock().getTime() + 1), 100);
      let isServed = false;
      for (const lane of lanes) {
        if (lane.channel === "in_app") continue;
        isServed ||= blockedUntil(lane.integrationId) === 0;
        await runner.call(activities[SEND[lane.channel]], lane);
      }
      await deps.dispatcher.settled();
      return isServed;
    },
    async toEnd(event, options) {
      const { cohorts, first } = await runner.call(activities.resolveAudience, { event, ...options });
      let wakes = 0;
      for (let cohort = 0; cohort < cohorts; cohort++) {
        let next = await runner.untilItWaits({ event, cohort }, first);
        while (next.wake) {
          wakes += 1;
          skipped += Math.max(0, Math.min(next.wake.at, await nextTurn()) - clock().getTime());
          next = await runner.untilItWaits({ event, cohort });
        }
      }
      return wakes;
    },
    skip(milliseconds) {
      skipped += milliseconds;
    },
    close: () => deps.close(),
  };
  return runner;
}
