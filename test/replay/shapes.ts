import { Context } from "@temporalio/activity";
import type { WorkflowHandle } from "@temporalio/client";
import type { Activities } from "#activities/index.ts";
import { lookAgainSignal, upkeepSignal } from "#engine/messages.ts";
import type { ResumptionRef } from "#engine/refs.ts";
import type { TriggerRunInput } from "#engine/workflows/trigger-run.ts";
import { answers, fakeActivities, hasMore, idle, waitsUntil } from "#test/support/run-workflow.ts";

/** A shape of execution that customers have in flight, and how to bring one about. */
export interface Shape {
  activities(now: () => Promise<number>): Activities;
  input?: Omit<TriggerRunInput, "event">;
  /** The type of an execution that carries no event, and what it carries. */
  type?: string;
  args?: readonly object[];
  /** Runs while the execution waits. */
  meanwhile?(execution: WorkflowHandle): Promise<unknown>;
  /** Whether its cohorts have executions of their own. */
  hasCohorts?: boolean;
}

const HOUR = 60 * 60 * 1000;

/** The audience is resolved, and then waits for an hour, once. */
const waitAnHour = (now: () => Promise<number>): Partial<Activities> => ({
  resolveAudience: async () => ({ cohorts: 1, first: waitsUntil((await now()) + HOUR) }),
});

/** Rows are due now, and again in an hour. */
function dueOnceMore(now: () => Promise<number>) {
  let calls = 0;
  return async () => {
    calls += 1;
    return { nextDueAt: calls === 1 ? (await now()) + HOUR : null, details: "" };
  };
}

const scope = {
  organizationId: "00000000-0000-4000-8000-000000000001",
  environmentId: "00000000-0000-4000-8000-000000000002",
};

const resumption: ResumptionRef = {
  ...scope,
  resumptionId: "00000000-0000-4000-8000-000000000004",
};

export const shapes = {
  "one-channel": { activities: () => fakeActivities() },
  delay: { activities: (now) => fakeActivities(waitAnHour(now)) },
  "two-delays": {
    activities: (now) => {
      let calls = 0;
      return fakeActivities({
        ...waitAnHour(now),
        advance: async () => {
          calls += 1;
          return calls === 1 ? waitsUntil((await now()) + HOUR) : idle;
        },
      });
    },
  },
  // A digest's window ends, and what it collected is sent.
  digest: {
    activities: (now) => fakeActivities({ ...waitAnHour(now), advance: answers(hasMore, idle) }),
  },
  // The run of an execution that has ended takes a window over: it is started again.
  "digest-handed-over": {
    input: { again: true },
    activities: (now) => fakeActivities(waitAnHour(now)),
    meanwhile: (execution) => execution.signal(lookAgainSignal),
  },
  "look-again": {
    activities: (now) => fakeActivities(waitAnHour(now)),
    meanwhile: (execution) => execution.signal(lookAgainSignal),
  },
  resume: {
    input: { again: true },
    activities: (now) => fakeActivities({ ...waitAnHour(now), advance: answers(hasMore, hasMore, idle) }),
    meanwhile: (execution) => execution.signal(lookAgainSignal),
  },
  broadcast: {
    hasCohorts: true,
    activities: (now) => {
      const calls = new Map<number, number>();
      return fakeActivities({
        resolveAudience: async () => ({ cohorts: 3, first: null }),
        advance: async ({ cohort }) => {
          const look = (calls.get(cohort) ?? 0) + 1;
          calls.set(cohort, look);
          if (look === 1) return hasMore;
          return look === 2 ? waitsUntil((await now()) + HOUR) : idle;
        },
      });
    },
  },
  "inbound-mail": {
    type: "inboundMailRun",
    activities: (now) => fakeActivities({ deliverInboundMails: dueOnceMore(now) }),
    meanwhile: (execution) => execution.signal(lookAgainSignal),
  },
  snooze: {
    type: "snoozeRun",
    activities: (now) => fakeActivities({ returnSnoozed: dueOnceMore(now) }),
    meanwhile: (execution) => execution.signal(lookAgainSignal),
  },
  receipts: {
    type: "receiptRun",
    activities: (now) => fakeActivities({ askReceipts: dueOnceMore(now) }),
    meanwhile: (execution) => execution.signal(lookAgainSignal),
  },
  webhooks: {
    type: "webhookRun",
    args: [scope],
    activities: (now) => fakeActivities({ sendWebhooks: dueOnceMore(now) }),
    meanwhile: (execution) => execution.signal(lookAgainSignal),
  },
  lane: {
    type: "laneRun",
    args: [{ ...scope, integrationId: "00000000-0000-4000-8000-000000000007", channel: "sms" }],
    activities: (now) => fakeActivities({ sendSms: dueOnceMore(now) }),
    meanwhile: (execution) => execution.signal(lookAgainSignal),
  },
  resumption: {
    type: "resumptionRun",
    args: [resumption],
    activities: () => fakeActivities({ advanceResumption: answers({ more: true }, { more: true }, { more: false }) }),
  },
  "spread-resumption": {
    type: "resumptionRun",
    args: [resumption],
    activities: () =>
      fakeActivities({ advanceResumption: answers({ more: true, waitMs: HOUR }, { more: true }, { more: false }) }),
  },
  import: {
    type: "importRun",
    args: [{ ...scope, importId: "00000000-0000-4000-8000-000000000005" }],
    activities: () => fakeActivities({ advanceImport: answers({ more: true }, { more: true }, { more: false }) }),
  },
  erasure: {
    type: "erasureRun",
    args: [{ ...scope, erasureId: "00000000-0000-4000-8000-000000000006" }],
    activities: () => fakeActivities({ advanceErasure: answers({ more: true }, { more: false }) }),
  },
  upkeep: {
    type: "upkeepRun",
    activities: (now) => {
      const inAnHour = async () => ({ nextDueAt: (await now()) + HOUR });
      return fakeActivities({
        fireSchedules: async () => ({ fired: 0, ...(await inAnHour()) }),
        reconcile: async () => ({ stopped: 0, started: 0, ...(await inAnHour()) }),
      });
    },
    meanwhile: async (execution) => {
      await execution.signal(upkeepSignal, "schedules");
      await execution.signal(upkeepSignal, "reconciliation");
      await execution.cancel();
    },
  },
  cancel: {
    activities: (now) => fakeActivities(waitAnHour(now)),
    meanwhile: (execution) => execution.cancel(),
  },
  queued: {
    activities: () =>
      fakeActivities({
        resolveAudience: async () => ({ cohorts: 1, first: hasMore }),
        advance: async () => {
          if (Context.current().info.isLocal) throw new Error("the database is away");
          return idle;
        },
      }),
  },
} satisfies Record<string, Shape>;
