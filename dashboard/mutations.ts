import { mutationOptions, type QueryClient } from "@tanstack/react-query";
import type { TriggerEvent } from "#contract/events.ts";
import type { Workflow } from "#contract/workflows.ts";
import type { Api } from "./api.ts";
import { queryKeys } from "./queries.ts";

/** Every change to one environment. Each one invalidates the reads that it makes outdated. */
export function environmentMutations(api: Api, queryClient: QueryClient, environmentId: string | undefined) {
  const invalidate = (queryKey: readonly unknown[]) => queryClient.invalidateQueries({ queryKey });
  return {
    /** Switches a workflow on or off: an optimistic update, rolled back when the server refuses. */
    setWorkflowActive: (workflowId: string) => {
      const queryKey = queryKeys.workflow(environmentId, workflowId);
      const mutationKey = [...queryKey, "active"];
      return mutationOptions({
        mutationKey,
        mutationFn: (active: boolean) => api.workflows.setActive(workflowId, active, { environmentId }),
        // Two quick changes reach the server in the order of the clicks.
        scope: { id: `workflow-status-${workflowId}` },
        onMutate: async (active) => {
          await queryClient.cancelQueries({ queryKey });
          const before = queryClient.getQueryData<Workflow>(queryKey);
          if (before) queryClient.setQueryData<Workflow>(queryKey, { ...before, active });
          return { before };
        },
        onError: (_error, _active, change) => {
          if (change?.before) queryClient.setQueryData<Workflow>(queryKey, change.before);
        },
        // A read before the last of several changes has ended would return the previous status.
        onSettled: () => {
          if (queryClient.isMutating({ mutationKey }) === 1) void invalidate(queryKeys.workflows(environmentId));
        },
      });
    },
    triggerEvent: () =>
      mutationOptions({
        mutationFn: (event: TriggerEvent) => api.events.trigger(event, { environmentId }),
        onSuccess: () => {
          // Not awaited: the form does not wait for other screens' data.
          void invalidate(queryKeys.runs(environmentId));
          void invalidate(queryKeys.outbox(environmentId));
          void invalidate(queryKeys.workflows(environmentId));
        },
      }),
  };
}
