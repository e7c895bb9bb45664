import { type Client, defaultPayloadConverter } from "@temporalio/client";
import pLimit from "p-limit";
import { z } from "zod";
import type { EventRef } from "./refs.ts";

/** Histories that are asked for at once: that of each execution says what it carried. */
const EXECUTIONS_TOGETHER = 20;

export interface FailedExecution {
  executionId: string;
  event: EventRef;
  cohort?: number | undefined;
  reason: string;
}

/** Returns executions of events and cohorts that were closed between the moments, in any other way than by coming to their end. */
export async function listFailedExecutions(
  client: Client,
  { taskQueue, namespace }: { taskQueue: string; namespace: string },
  since: Date,
  until: Date,
): Promise<FailedExecution[]> {
  const query = [
    `TaskQueue = "${taskQueue}"`,
    'ExecutionStatus IN ("Terminated", "Failed", "TimedOut", "Canceled")',
    `CloseTime > "${since.toISOString()}"`,
    `CloseTime <= "${until.toISOString()}"`,
  ].join(" AND ");
  const limit = pLimit(EXECUTIONS_TOGETHER);
  const failed: Promise<FailedExecution[]>[] = [];
  for await (const { workflowId, runId, status } of client.workflow.list({ query })) {
    failed.push(
      limit(async () => {
        const input = await firstInput(client, namespace, workflowId, runId);
        const parsed = CarriedInput.safeParse(input);
        if (!parsed.success) return [];
        const reason = `The execution was ${CLOSED_AS[status.name] ?? "closed"}`;
        return [{ ...parsed.data, executionId: workflowId, reason }];
      }),
    );
  }
  return (await Promise.all(failed)).flat();
}

const CLOSED_AS: Readonly<Record<string, string>> = {
  TERMINATED: "terminated by an operator",
  CANCELLED: "cancelled by an operator",
  FAILED: "ended by a failure",
  TIMED_OUT: "ended by a time-out",
};

const CarriedInput = z.object({
  event: z.object({
    organizationId: z.string(),
    environmentId: z.string(),
    eventId: z.string(),
    transactionId: z.string(),
  }),
  cohort: z.number().optional(),
});

/** Returns the input of an execution, from the first event of its history. */
async function firstInput(client: Client, namespace: string, workflowId: string, runId: string): Promise<unknown> {
  const { history } = await client.workflowService.getWorkflowExecutionHistory({
    namespace,
    execution: { workflowId, runId },
    maximumPageSize: 1,
  });
  const payload = history?.events?.[0]?.workflowExecutionStartedEventAttributes?.input?.payloads?.[0];
  return payload ? defaultPayloadConverter.fromPayload(payload) : undefined;
}
