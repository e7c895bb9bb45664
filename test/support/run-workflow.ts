import { fileURLToPath } from "node:url";
import type { TestWorkflowEnvironment } from "@temporalio/testing";
import {
  bundleWorkflowCode,
  DefaultLogger,
  Runtime,
  Worker,
  type WorkflowBundleWithSourceMap,
} from "@temporalio/worker";
import type { Activities } from "#activities/index.ts";
import { triggerRunId } from "#engine/ids.ts";
import type { EventRef, StepPlan } from "#engine/plan.ts";
import type { TriggerRunInput } from "#engine/workflows/trigger-run.ts";

// A worker tells of its life at length, and the test server is older than the SDK expects: neither says anything of a test.
Runtime.install({
  logger: new DefaultLogger("ERROR"),
  telemetryOptions: { logging: { forward: {}, filter: "ERROR" } },
});

const WORKFLOWS = fileURLToPath(new URL("../../engine/workflows/index.ts", import.meta.url));
let bundle: Promise<WorkflowBundleWithSourceMap> | undefined;

/** The workflow code as the worker loads it; built once for all tests of a file. */
export function workflowBundle(): Promise<WorkflowBundleWithSourceMap> {
  bundle ??= bundleWorkflowCode({ workflowsPath: WORKFLOWS, logger: silent });
  return bundle;
}

const nothing = () => {};
const silent = { log: nothing, trace: nothing, debug: nothing, info: nothing, warn: nothing, error: nothing };

/** Activities that serve every run at once; a test replaces those that its rule is about. */
export function fakeActivities(overrides: Partial<Activities> = {}): Activities {
  return {
    resolveAudience: async () => ({ runIds: ["run-1"], next: null }),
    deliver: async () => ({ left: [], retry: [] }),
    beginDelay: async ({ runIds }) => ({ waiting: [], dueAt: 0, passed: runIds }),
    endDelay: async ({ runIds }) => ({ onward: runIds }),
    keepHouse: async () => {},
    ...overrides,
  };
}

const anEvent = (transactionId: string): EventRef => ({
  organizationId: "00000000-0000-4000-8000-000000000001",
  environmentId: "00000000-0000-4000-8000-000000000002",
  eventId: "00000000-0000-4000-8000-000000000003",
  transactionId,
});

export const step = (id: string, type: StepPlan["type"] = "in_app"): StepPlan => ({ id, type });

const TASK_QUEUE = "test";
let events = 0;

/** Runs a worker with these activities for as long as `work` lasts. */
export async function withWorker<T>(
  env: TestWorkflowEnvironment,
  activities: Activities,
  work: (start: (input: Omit<TriggerRunInput, "event">) => ReturnType<typeof startTrigger>) => Promise<T>,
): Promise<T> {
  const worker = await Worker.create({
    connection: env.nativeConnection,
    taskQueue: TASK_QUEUE,
    workflowBundle: await workflowBundle(),
    activities,
  });
  return worker.runUntil(work((input) => startTrigger(env, input)));
}

async function startTrigger(env: TestWorkflowEnvironment, input: Omit<TriggerRunInput, "event">) {
  events += 1;
  const event = anEvent(`transaction-${events}`);
  return env.client.workflow.start("triggerRun", {
    args: [{ event, ...input }],
    workflowId: triggerRunId(event.environmentId, event.transactionId),
    taskQueue: TASK_QUEUE,
  });
}
