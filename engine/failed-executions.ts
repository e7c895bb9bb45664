import { type Client, defaultPayloadConverter } from "@temporalio/client";
import { z } from "zod";
import type { FailedExecution } from "./client.ts";

/** Returns executions of events and cohorts that were closed since, in any other way than by coming to their end. */
export async function listFailedExecutions(
  client: Client,
  { taskQueue, namespace }: { taskQueue: string; namespace: string },
  since: Date,
): Promise<FailedExecution[]> {
  const query = [
    `TaskQueue = "${taskQueue}"`,
    'ExecutionStatus IN ("Terminated", "Failed", "TimedOut", "Canceled")',
    `CloseTime > "${since.toISOString()}"`,
  ].join(" AND ");
  const failed: FailedExecution[] = [];
  for await (const { workflowId, runId, status } of client.workflow.list({ query })) {
    const input = await firstInput(client, namespace, workflowId, runId);
    const parsed = CarriedInput.safeParse(input);
    if (!parsed.success) continue;
    const reason = `The execution was ${CLOSED_AS[status.name] ?? "closed"}`;
    failed.push({ ...parsed.data, executionId: workflowId, reason });
  }
  return failed;
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
