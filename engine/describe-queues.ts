import type { Client } from "@temporalio/client";

/** Tasks of a kind that no worker has taken yet. */
export interface QueueState {
  kind: "workflows" | "activities";
  backlog: number;
  oldestMs: number;
  workers: number;
}

/** Of Temporal's TaskQueueType. */
const KINDS = [
  ["workflows", 1],
  ["activities", 2],
] as const;

/** Asks Temporal for the backlog of the task queue: temporal.api.workflowservice.v1.DescribeTaskQueue with stats. */
export function describeQueues(
  client: Client,
  { namespace, taskQueue }: { namespace: string; taskQueue: string },
  deadlineMs: number,
): Promise<QueueState[]> {
  return client.withDeadline(Date.now() + deadlineMs, () =>
    Promise.all(
      KINDS.map(async ([kind, taskQueueType]): Promise<QueueState> => {
        const { stats, pollers } = await client.workflowService.describeTaskQueue({
          namespace,
          taskQueue: { name: taskQueue },
          taskQueueType,
          reportStats: true,
        });
        const { seconds, nanos } = stats?.approximateBacklogAge ?? {};
        return {
          kind,
          backlog: Number(stats?.approximateBacklogCount ?? 0),
          oldestMs: Number(seconds ?? 0) * 1000 + Math.round((nanos ?? 0) / 1e6),
          workers: pollers.length,
        };
      }),
    ),
  );
}
