import { setTimeout as sleep } from "node:timers/promises";
import { type Client, WorkflowNotFoundError } from "@temporalio/client";
import { defineSearchAttributeKey, type SearchAttributePair } from "@temporalio/common";
import { priorityKeys, priorityOf } from "#domain/lanes/priorities.ts";
import { describeQueues, type QueueState } from "./describe-queues.ts";
import { environmentOf, executionType, firstBytes } from "./execution-id.ts";
import { listFailedExecutions } from "./failed-executions.ts";
import {
  erasureExecutionId,
  importExecutionId,
  inboundMailExecutionId,
  laneExecutionId,
  receiptExecutionId,
  resumptionExecutionId,
  SEARCH_ATTRIBUTES,
  snoozeExecutionId,
  upkeepExecutionId,
  webhookExecutionId,
} from "./ids.ts";
import { lookAgainSignal, type UpkeepTask, upkeepSignal } from "./messages.ts";
import type { EnvironmentRef, ErasureRef, EventRef, ImportRef, LaneRef, ResumptionRef } from "./refs.ts";
import { orUnavailable } from "./unavailable.ts";

export interface EngineOptions {
  taskQueue: string;
  namespace: string;
  /** Address of the Temporal UI for operators; null when there is none. */
  uiUrl: string | null;
  /** Address of the dashboard, for links from the Temporal UI back to it. */
  dashboardUrl: string;
  /** Ask for the first task to be handed to a worker of this process, which saves a trip through the task queue. */
  eager: boolean;
  /** Called before an event for one subscriber is started. */
  onSingle?: (() => void) | undefined;
}

export interface Execution {
  executionId: string;
  event: EventRef;
  cohort?: number | undefined;
  workflow: string;
  audience: "direct" | "broadcast";
  critical: boolean;
}

interface OwnedExecution extends EventRef, Pick<Execution, "executionId" | "audience" | "critical"> {
  workflowIdentifier: string;
  cohort: number | null;
  isOwnExecution: boolean;
}

export function executionOf(found: OwnedExecution): Execution {
  const { organizationId, environmentId, eventId, transactionId, executionId, audience, critical } = found;
  return {
    executionId,
    event: { organizationId, environmentId, eventId, transactionId },
    cohort: found.isOwnExecution || found.cohort === null ? undefined : found.cohort,
    workflow: found.workflowIdentifier,
    audience,
    critical,
  };
}

export interface TriggerStart extends Omit<Execution, "cohort"> {
  /** The customer's id of the only recipient, and the tenant: what operators search by. */
  subscriber?: string | undefined;
  tenant?: string | undefined;
}

/** `gone`: Temporal does not know the execution (any more). `failed`: it ended in any other way than by itself. */
export type ExecutionState = "running" | "completed" | "failed" | "gone";

/** How long Temporal may take to accept an event, in milliseconds, before the caller hears that it does not respond. */
const EXECUTION_START_MS = 4_000;
/** How long a signal or a question may take; neither decides about anything. */
const ASK_MS = 2_000;

/** The only door to Temporal for API and activities. */
export function createEngine(client: Client, options: EngineOptions) {
  const startOptions = ({ event, audience, critical }: Execution | TriggerStart) =>
    ({
      taskQueue: options.taskQueue,
      workflowIdReusePolicy: "ALLOW_DUPLICATE",
      priority: {
        priorityKey: priorityOf({ audience, critical }),
        fairnessKey: event.organizationId,
      },
      staticDetails: `[Activity in the dashboard](${options.dashboardUrl}/activity?transactionId=${encodeURIComponent(event.transactionId)})`,
    }) as const;

  /** Has an execution that follows due rows look at them; starts it if it does not run. */
  async function wakeFollower(type: string, workflowId: string, ...args: (EnvironmentRef | LaneRef)[]): Promise<void> {
    await client.withDeadline(Date.now() + ASK_MS, () =>
      client.workflow.signalWithStart(type, {
        taskQueue: options.taskQueue,
        workflowId,
        workflowIdReusePolicy: "ALLOW_DUPLICATE",
        args,
        signal: lookAgainSignal,
      }),
    );
  }

  async function stateOf(executionId: string): Promise<ExecutionState> {
    const described = client.withDeadline(Date.now() + ASK_MS, () => client.workflow.getHandle(executionId).describe());
    try {
      const { status } = await orUnavailable(described, "Asking again is safe");
      if (status.name === "RUNNING") return "running";
      return status.name === "COMPLETED" || status.name === "CONTINUED_AS_NEW" ? "completed" : "failed";
    } catch (error) {
      if (error instanceof WorkflowNotFoundError) return "gone";
      throw error;
    }
  }

  const upkeepId = upkeepExecutionId(options.taskQueue);
  const upkeepOptions = {
    taskQueue: options.taskQueue,
    workflowId: upkeepId,
    workflowIdReusePolicy: "ALLOW_DUPLICATE",
    staticSummary: "fires schedules and looks for lost work",
  } as const;

  /** Has a part of the upkeep look at its rows at once, as far as Temporal can be reached; the reconciler finds what is overdue. */
  async function upkeepSoon(task: UpkeepTask): Promise<void> {
    const signal = client.withDeadline(Date.now() + ASK_MS, () =>
      client.workflow.signalWithStart("upkeepRun", { ...upkeepOptions, signal: upkeepSignal, signalArgs: [task] }),
    );
    await signal.catch(() => {});
  }

  /** Starts an execution of slow work; one of that id that is running already is the same one. `what` happens when Temporal is back. */
  async function startOnce(
    type: string,
    workflowId: string,
    ref: { organizationId: string },
    what: string,
  ): Promise<void> {
    const start = client.withDeadline(Date.now() + ASK_MS, () =>
      client.workflow.start(type, {
        taskQueue: options.taskQueue,
        args: [ref],
        workflowId,
        workflowIdReusePolicy: "ALLOW_DUPLICATE",
        workflowIdConflictPolicy: "USE_EXISTING",
        priority: { priorityKey: priorityKeys.broadcast, fairnessKey: ref.organizationId },
      }),
    );
    await orUnavailable(start, `${what} when it is back`);
  }

  return {
    /**
     * Starts the execution of an event and returns once Temporal has it; an execution that is running already is the same
     * one. Throws `unavailable` when Temporal does not answer within seconds.
     */
    async startTrigger(start: TriggerStart): Promise<void> {
      const { event, executionId, workflow, subscriber, tenant, audience } = start;
      if (subscriber !== undefined) options.onSingle?.();
      const accepted = client.withDeadline(Date.now() + EXECUTION_START_MS, () =>
        client.workflow.start(executionType(workflow), {
          ...startOptions(start),
          args: [{ event }],
          workflowId: executionId,
          workflowIdConflictPolicy: "USE_EXISTING",
          requestEagerStart: options.eager,
          typedSearchAttributes: searchAttributes({ environment: environmentOf(executionId), subscriber, tenant }),
          staticSummary: shortened(subscriber ?? audience),
        }),
      );
      await orUnavailable(
        accepted,
        "The event is stored and starts when Temporal is back; sending it again with this transactionId is safe",
        { transactionId: event.transactionId },
      );
    },

    /**
     * Starts the execution again if it does not run, and has it look at its rows in any case. Throws `unavailable` when
     * Temporal does not answer within seconds.
     */
    async wake(execution: Execution): Promise<void> {
      const { event, cohort, workflow, executionId } = execution;
      const isCohort = cohort !== undefined;
      const accepted = client.withDeadline(Date.now() + ASK_MS, () =>
        client.workflow.signalWithStart(isCohort ? "cohortRun" : executionType(workflow), {
          ...startOptions(execution),
          args: [isCohort ? { event, cohort } : { event, again: true }],
          workflowId: executionId,
          signal: lookAgainSignal,
          typedSearchAttributes: searchAttributes({ environment: environmentOf(executionId) }),
        }),
      );
      await orUnavailable(accepted, "The event goes on when Temporal is back; asking for it again is safe", {
        transactionId: event.transactionId,
      });
    },

    /**
     * Starts the execution that has selected runs go on; one that is running already is the same one. Throws `unavailable`
     * when Temporal does not answer within seconds.
     */
    startResumption: (resumption: ResumptionRef) =>
      startOnce("resumptionRun", resumptionExecutionId(resumption.resumptionId), resumption, "The runs are resumed"),

    startImport: (ref: ImportRef) =>
      startOnce("importRun", importExecutionId(ref.importId), ref, "The file is worked off"),

    startErasure: (ref: ErasureRef) =>
      startOnce("erasureRun", erasureExecutionId(ref.erasureId), ref, "The data is removed"),

    /** Has the execution that passes replies on look at its rows; starts it if it does not run. Throws when Temporal does not answer. */
    wakeInboundMail: () => wakeFollower("inboundMailRun", inboundMailExecutionId(options.taskQueue)),

    /** The same for the execution that brings snoozed notifications back. */
    wakeSnoozed: () => wakeFollower("snoozeRun", snoozeExecutionId(options.taskQueue)),

    /** The same for the execution that asks vendors what became of messages. */
    wakeReceipts: () => wakeFollower("receiptRun", receiptExecutionId(options.taskQueue)),

    /** The same for the execution that sends events to the webhook endpoints of an environment. */
    wakeWebhooks: ({ organizationId, environmentId }: EnvironmentRef) =>
      wakeFollower("webhookRun", webhookExecutionId(environmentId), { organizationId, environmentId }),

    /** The same for the execution that sends the deliveries of an integration. */
    wakeLane: ({ organizationId, environmentId, integrationId, channel }: LaneRef) =>
      wakeFollower("laneRun", laneExecutionId(integrationId), {
        organizationId,
        environmentId,
        integrationId,
        channel,
      }),

    /** Has running executions look at their rows again. Those that have ended, or cannot be reached now, are left alone. */
    async lookAgain(executionIds: readonly string[]): Promise<void> {
      const signals = executionIds.map((id) =>
        client.withDeadline(Date.now() + ASK_MS, () => client.workflow.getHandle(id).signal(lookAgainSignal)),
      );
      // The rows are what counts: the reconciler finds them when nobody was told.
      await Promise.race([Promise.allSettled(signals), sleep(ASK_MS, undefined, { ref: false })]);
    },

    stateOf,

    listFailedExecutions: (since: Date, until: Date) => listFailedExecutions(client, options, since, until),

    /** Has the reconciler pass at once; it passes every minute anyway. */
    reconcileSoon: () => upkeepSoon("reconciliation"),

    /** Has schedules fired at their times that were stored or changed just now. */
    fireSchedulesSoon: () => upkeepSoon("schedules"),

    /** Starts the execution of the upkeep unless it runs. Throws when Temporal does not answer. */
    async ensureUpkeep(): Promise<void> {
      if ((await stateOf(upkeepId)) === "running") return;
      await client.withDeadline(Date.now() + ASK_MS, () =>
        client.workflow.start("upkeepRun", { ...upkeepOptions, args: [], workflowIdConflictPolicy: "USE_EXISTING" }),
      );
    },

    runUrl(executionId: string): string | undefined {
      if (!options.uiUrl) return undefined;
      return `${options.uiUrl}/namespaces/${options.namespace}/workflows/${encodeURIComponent(executionId)}`;
    },

    /** Tasks that no worker has taken yet, by kind. */
    describeQueues: (deadlineMs: number): Promise<QueueState[]> => describeQueues(client, options, deadlineMs),

    async check(): Promise<void> {
      await client.workflowService.getSystemInfo({});
    },
  };
}

export type Engine = ReturnType<typeof createEngine>;

const keyword = (name: string) => defineSearchAttributeKey(name, "KEYWORD");

function searchAttributes(labels: {
  environment?: string | undefined;
  subscriber?: string | undefined;
  tenant?: string | undefined;
}): SearchAttributePair[] {
  const pairs: SearchAttributePair[] = [];
  if (labels.environment) pairs.push({ key: keyword(SEARCH_ATTRIBUTES.environment), value: labels.environment });
  if (labels.subscriber) pairs.push({ key: keyword(SEARCH_ATTRIBUTES.subscriber), value: labels.subscriber });
  if (labels.tenant) pairs.push({ key: keyword(SEARCH_ATTRIBUTES.tenant), value: labels.tenant });
  return pairs;
}

/** Temporal takes at most 200 bytes of summary. */
const shortened = (text: string): string => firstBytes(text, 190);
