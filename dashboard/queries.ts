import { queryOptions } from "@tanstack/react-query";
import type { ActivityFilter, Api, OutboxFilter, WorkflowFilter } from "./api.ts";

const HEALTH_MS = 30_000;

/** The keys of the query cache, all of them. A key that is the start of another one covers it when it is invalidated. */
export const queryKeys = {
  health: ["health"],
  membership: ["membership"],
  workflows: (environmentId: string | undefined) => ["environment", environmentId, "workflows"],
  workflow: (environmentId: string | undefined, workflowId: string) => [
    ...queryKeys.workflows(environmentId),
    "one",
    workflowId,
  ],
  runs: (environmentId: string | undefined) => ["environment", environmentId, "runs"],
  outbox: (environmentId: string | undefined) => ["environment", environmentId, "outbox"],
} as const;

/**
 * The rows of the search before stay on screen until those of the next one are read, so that nothing jumps. Rows of another
 * environment go at once.
 */
const keepRowsOf =
  (environmentId: string | undefined) =>
  <T>(rows: T | undefined, before: { queryKey: readonly unknown[] } | undefined): T | undefined =>
    before?.queryKey[1] === environmentId ? rows : undefined;

/** The state of what Belfry depends on. */
export const healthQuery = (api: Api) =>
  queryOptions({
    queryKey: queryKeys.health,
    queryFn: ({ signal }) => api.health({ signal }),
    refetchInterval: HEALTH_MS,
  });

/** The signed-in member, their organisation and its environments. Read once per session: signing out clears the cache. */
export const membershipQuery = (api: Api) =>
  queryOptions({
    queryKey: queryKeys.membership,
    queryFn: async ({ signal }) => {
      const [account, organization, environments] = await Promise.all([
        api.account({ signal }),
        api.organization({ signal }),
        api.environments({ signal }),
      ]);
      return { account, organization, environments };
    },
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Every read of one environment. */
export function environmentQueries(api: Api, environmentId: string | undefined) {
  const placeholderData = keepRowsOf(environmentId);
  return {
    workflows: {
      list: (filter: WorkflowFilter) =>
        queryOptions({
          queryKey: [...queryKeys.workflows(environmentId), "list", filter],
          queryFn: ({ signal }) => api.workflows.list(filter, { signal, environmentId }),
          placeholderData,
        }),
      get: (workflowId: string) =>
        queryOptions({
          queryKey: queryKeys.workflow(environmentId, workflowId),
          queryFn: ({ signal }) => api.workflows.get(workflowId, { signal, environmentId }),
        }),
    },
    runs: {
      list: (filter: ActivityFilter) =>
        queryOptions({
          queryKey: [...queryKeys.runs(environmentId), "list", filter],
          queryFn: ({ signal }) => api.activity.list(filter, { signal, environmentId }),
          placeholderData,
        }),
      get: (runId: string) =>
        queryOptions({
          queryKey: [...queryKeys.runs(environmentId), "one", runId],
          queryFn: ({ signal }) => api.activity.get(runId, { signal, environmentId }),
        }),
    },
    outbox: {
      list: (filter: OutboxFilter) =>
        queryOptions({
          queryKey: [...queryKeys.outbox(environmentId), "list", filter],
          queryFn: ({ signal }) => api.outbox.list(filter, { signal, environmentId }),
          placeholderData,
        }),
      get: (messageId: string) =>
        queryOptions({
          queryKey: [...queryKeys.outbox(environmentId), "one", messageId],
          queryFn: ({ signal }) => api.outbox.get(messageId, { signal, environmentId }),
        }),
    },
  };
}
