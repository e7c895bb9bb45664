import { randomUUID } from "node:crypto";
import type { TestWorkflowEnvironment } from "@temporalio/testing";
import { DefaultLogger, Runtime, Worker } from "@temporalio/worker";
import type { Activities, Advanced } from "#activities/index.ts";
import { executionType } from "#engine/execution-id.ts";
import type { EventRef } from "#engine/refs.ts";
import type { TriggerRunInput } from "#engine/workflows/trigger-run.ts";
import { testWorkflowBundle } from "./test-workflow-bundle.ts";

// A worker tells of its life at length, and the test server is older than the SDK expects: neither says anything of a test.
Runtime.install({
  logger: new DefaultLogger("ERROR"),
  telemetryOptions: { logging: { forward: {}, filter: "ERROR" } },
});

/** A cohort with nothing left to do. */
export const idle: Advanced = { more: false, wake: null, details: "" };

/** A cohort that waits until then, in milliseconds since 1970. */
export const waitsUntil = (at: number): Advanced => ({ ...idle, wake: { at, summary: "delay: 1 subscriber" } });

/** A cohort that has more to do at once. */
export const hasMore: Advanced = { ...idle, more: true };

/** Gives these answers one after the other, and the last one from then on. */
export function answers<T>(first: T, ...more: T[]): () => Promise<T> {
  const left = [first, ...more];
  let last = first;
  return async () => {
    last = left.shift() ?? last;
    return last;
  };
}

/** Activities of an event whose only cohort is through at once; a test replaces those that its rule is about. */
export function fakeActivities(overrides: Partial<Activities> = {}): Activities {
  const nothing = async () => ({ nextDueAt: null, details: "" });
  return {
    resolveAudience: async () => ({ cohorts: 1, first: idle }),
    advance: async () => idle,
    sendEmail: nothing,
    sendSms: nothing,
    sendChat: nothing,
    sendPush: nothing,
    stopOwned: async () => {},
    advanceResumption: async () => ({ more: false }),
    advanceImport: async () => ({ more: false }),
    advanceErasure: async () => ({ more: false }),
    deliverInboundMails: async () => ({ nextDueAt: null }),
    returnSnoozed: async () => ({ nextDueAt: null }),
    askReceipts: async () => ({ nextDueAt: null }),
    sendWebhooks: async () => ({ nextDueAt: null }),
    reconcile: async () => ({ stopped: 0, started: 0, nextDueAt: Date.now() + 60_000 }),
    fireSchedules: async () => ({ fired: 0, nextDueAt: null }),
    housekeep: async () => {},
    ...overrides,
  };
}

const anEvent = (transactionId: string): EventRef => ({
  organizationId: "00000000-0000-4000-8000-000000000001",
  environmentId: "00000000-0000-4000-8000-000000000002",
  eventId: "00000000-0000-4000-8000-000000000003",
  transactionId,
});

const WORKFLOW = "order-shipped";
let events = 0;

/** Runs a worker with these activities for as long as `work` lasts. */
export async function withWorker<T>(
  env: TestWorkflowEnvironment,
  activities: Activities,
  work: (
    start: (
      input?: Omit<TriggerRunInput, "event">,
      type?: string,
      args?: readonly object[],
    ) => ReturnType<typeof startTrigger>,
  ) => Promise<T>,
): Promise<T> {
  const taskQueue = randomUUID();
  const worker = await Worker.create({
    connection: env.nativeConnection,
    taskQueue,
    workflowBundle: await testWorkflowBundle(),
    activities,
  });
  return worker.runUntil(work((input, type, args) => startTrigger(env, taskQueue, input, type, args)));
}

async function startTrigger(
  env: TestWorkflowEnvironment,
  taskQueue: string,
  input: Omit<TriggerRunInput, "event"> = {},
  /** Of an execution that carries no event, with what it carries. */
  type?: string,
  args: readonly object[] = [],
) {
  events += 1;
  const event = anEvent(`transaction-${events}`);
  return env.client.workflow.start(type ?? executionType(WORKFLOW), {
    args: type === undefined ? [{ event, ...input }] : [...args],
    workflowId: `${type ?? WORKFLOW}/${event.transactionId}`,
    taskQueue,
  });
}
