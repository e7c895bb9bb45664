import {
  type Client,
  isGrpcServiceError,
  ServiceError,
  WorkflowExecutionAlreadyStartedError,
  WorkflowNotFoundError,
} from "@temporalio/client";
import { defineSearchAttributeKey, type SearchAttributePair } from "@temporalio/common";
import { DomainError } from "#domain/errors.ts";
import { SEARCH_ATTRIBUTES, triggerRunId } from "./ids.ts";
import { cancelSignal, type Standing, standingQuery } from "./messages.ts";
import { priorityKeys } from "./policies.ts";
import type { TriggerRunInput } from "./workflows/trigger-run.ts";

export interface EngineOptions {
  taskQueue: string;
  namespace: string;
  /** Where operators open the Temporal UI; null when there is none. */
  uiUrl: string | null;
  /** Where the dashboard is, for links from the Temporal UI back to it. */
  publicUrl: string;
  /** Ask for the first task to be handed to a worker of this process, which saves a trip through the task queue. */
  eager: boolean;
}

export interface TriggerStart {
  input: TriggerRunInput;
  /** What operators search by. */
  labels: { workflow: string; subscriber?: string | undefined; tenant?: string | undefined };
  critical: boolean;
}

/** The only door to Temporal for API and activities. */
export function createEngine(client: Client, options: EngineOptions) {
  const handleOf = (environmentId: string, transactionId: string) =>
    client.workflow.getHandle(triggerRunId(environmentId, transactionId));

  return {
    /**
     * Starts the execution of an event and returns once Temporal has it. `duplicate` when Temporal already knows the
     * event; of two calls at the same instant exactly one gets `started`.
     */
    async startTrigger({ input, labels, critical }: TriggerStart): Promise<"started" | "duplicate"> {
      const { environmentId, organizationId, transactionId } = input.event;
      try {
        await client.workflow.start("triggerRun", {
          args: [input],
          workflowId: triggerRunId(environmentId, transactionId),
          taskQueue: options.taskQueue,
          workflowIdReusePolicy: "REJECT_DUPLICATE",
          workflowIdConflictPolicy: "FAIL",
          requestEagerStart: options.eager,
          priority: {
            priorityKey: critical ? priorityKeys.critical : priorityKeys[input.audience],
            fairnessKey: organizationId,
          },
          typedSearchAttributes: searchAttributes({ environmentId, transactionId, ...labels }),
          staticSummary: shortened(`${labels.workflow} → ${labels.subscriber ?? input.audience}`),
          staticDetails: `[Activity in the dashboard](${options.publicUrl}/activity?transactionId=${encodeURIComponent(transactionId)})`,
        });
        return "started";
      } catch (error) {
        if (error instanceof WorkflowExecutionAlreadyStartedError) return "duplicate";
        if (isAway(error)) {
          throw new DomainError(
            "unavailable",
            "Temporal cannot be reached: send the event again with the same transactionId",
          );
        }
        throw error;
      }
    },

    /** Wakes an event's execution so that it stops waiting. An execution that is gone has nothing to stop. */
    async cancelTrigger(environmentId: string, transactionId: string): Promise<void> {
      try {
        await handleOf(environmentId, transactionId).signal(cancelSignal);
      } catch (error) {
        if (!(error instanceof WorkflowNotFoundError)) throw error;
      }
    },

    /** Where an event stands in the engine; undefined when Temporal no longer keeps it or no worker answers in time. */
    async standing(environmentId: string, transactionId: string): Promise<Standing | undefined> {
      try {
        const handle = handleOf(environmentId, transactionId);
        return await client.withDeadline(Date.now() + QUERY_MS, () => handle.query(standingQuery));
      } catch (error) {
        if (error instanceof WorkflowNotFoundError || isAway(error)) return undefined;
        throw error;
      }
    },

    /** Address of an event's execution in the Temporal UI. */
    runUrl(environmentId: string, transactionId: string): string | undefined {
      if (!options.uiUrl) return undefined;
      const id = encodeURIComponent(triggerRunId(environmentId, transactionId));
      return `${options.uiUrl}/namespaces/${options.namespace}/workflows/${id}`;
    },

    /** Throws when Temporal does not answer. */
    async check(): Promise<void> {
      await client.workflowService.getSystemInfo({});
    },
  };
}

export type Engine = ReturnType<typeof createEngine>;

/** A query needs a worker; when there is none, the database's word has to do. */
const QUERY_MS = 2_000;

const keyword = (name: string) => defineSearchAttributeKey(name, "KEYWORD");

function searchAttributes(labels: {
  environmentId: string;
  transactionId: string;
  workflow: string;
  subscriber?: string | undefined;
  tenant?: string | undefined;
}): SearchAttributePair[] {
  const pairs: SearchAttributePair[] = [
    { key: keyword(SEARCH_ATTRIBUTES.environment), value: labels.environmentId },
    { key: keyword(SEARCH_ATTRIBUTES.workflow), value: labels.workflow },
    { key: keyword(SEARCH_ATTRIBUTES.transaction), value: labels.transactionId },
  ];
  if (labels.subscriber) pairs.push({ key: keyword(SEARCH_ATTRIBUTES.subscriber), value: labels.subscriber });
  if (labels.tenant) pairs.push({ key: keyword(SEARCH_ATTRIBUTES.tenant), value: labels.tenant });
  return pairs;
}

/** gRPC codes: DEADLINE_EXCEEDED, RESOURCE_EXHAUSTED, UNAVAILABLE. */
const AWAY = [4, 8, 14];

/** Temporal is away or overloaded; nothing is wrong with what was asked. */
function isAway(error: unknown): boolean {
  return error instanceof ServiceError && isGrpcServiceError(error.cause) && AWAY.includes(error.cause.code);
}

/** Temporal takes at most 200 bytes of summary. */
const shortened = (text: string): string => Buffer.from(text, "utf8").subarray(0, 190).toString("utf8");
