import { mutationOptions, type QueryClient } from "@tanstack/react-query";
import type { Belfry } from "#client/client.ts";
import type { CreatePayloadSample, PatchPayloadSample } from "#contract/v2/payload-samples.ts";
import type { CreateWorkflowV2, PatchWorkflowV2, UpdateWorkflowV2 } from "#contract/v2/workflows.ts";
import type { CreateWorkflow } from "#contract/workflows.ts";
import { queryKeys } from "./queries.ts";

/** Every change to the list of workflows. What changes several at once invalidates the list when the last of them has ended. */
export function workflowMutations(api: Belfry, queryClient: QueryClient, environmentId: string | undefined) {
  const refresh = () => queryClient.invalidateQueries({ queryKey: queryKeys.workflows(environmentId) });
  /** Awaited: what is chosen next is one of them. */
  const refreshSamples = (workflowId: string) =>
    queryClient.invalidateQueries({ queryKey: queryKeys.samples(environmentId, workflowId) });
  return {
    refreshWorkflows: () => void refresh(),
    patchWorkflow: () =>
      mutationOptions({
        mutationFn: ({ workflowId, change }: { workflowId: string; change: PatchWorkflowV2 }) =>
          api.v2.workflows.patch(workflowId, change, { environmentId }),
      }),
    removeWorkflow: () =>
      mutationOptions({
        mutationFn: (workflowId: string) => api.v2.workflows.delete(workflowId, { environmentId }),
      }),
    createWorkflow: () =>
      mutationOptions({
        mutationFn: (workflow: CreateWorkflowV2) => api.v2.workflows.create(workflow, { environmentId }),
        onSuccess: () => void refresh(),
      }),
    /** Creates a workflow from a template, whose steps are those of version 1. */
    createFromTemplate: () =>
      mutationOptions({
        mutationFn: (workflow: CreateWorkflow) => api.notificationTemplates.create(workflow, { environmentId }),
        onSuccess: () => {
          void refresh();
          void queryClient.invalidateQueries({ queryKey: queryKeys.groups(environmentId) });
        },
      }),
    /** Sets values in place of the defaults of a step that is code. */
    setStepControls: (workflowId: string, stepId: string) =>
      mutationOptions({
        mutationFn: (controls: Record<string, unknown>) =>
          api.bridge.setControls(workflowId, stepId, { controls }, { environmentId }),
        onSuccess: (saved) => {
          queryClient.setQueryData([...queryKeys.workflow(environmentId, workflowId), "controls", stepId], saved);
          // What the code refused before may be mended now.
          void queryClient.invalidateQueries({ queryKey: [...queryKeys.workflow(environmentId, workflowId), "edit"] });
          void queryClient.invalidateQueries({ queryKey: queryKeys.workflowList(environmentId) });
        },
      }),
    /** Takes over the workflows of the environment's bridge. */
    syncBridge: () =>
      mutationOptions({
        mutationFn: (bridgeUrl: string) => api.bridge.sync({ bridgeUrl }, { environmentId }),
        onSuccess: () => {
          void refresh();
          void queryClient.invalidateQueries({ queryKey: queryKeys.membership });
        },
      }),
    replaceWorkflow: () =>
      mutationOptions({
        mutationFn: ({ workflowId, workflow }: { workflowId: string; workflow: UpdateWorkflowV2 }) =>
          api.v2.workflows.update(workflowId, workflow, { environmentId }),
      }),
    /** Makes a new version of what an earlier one has. */
    restoreVersion: (workflowId: string) =>
      mutationOptions({
        mutationFn: (version: number) =>
          api.v2.workflows.restoreVersion(workflowId, String(version), { environmentId }),
      }),
    createSample: (workflowId: string) =>
      mutationOptions({
        mutationFn: (sample: CreatePayloadSample) =>
          api.v2.workflows.createSample(workflowId, sample, { environmentId }),
        onSuccess: () => refreshSamples(workflowId),
      }),
    patchSample: (workflowId: string) =>
      mutationOptions({
        mutationFn: ({ sampleId, change }: { sampleId: string; change: PatchPayloadSample }) =>
          api.v2.workflows.patchSample(workflowId, sampleId, change, { environmentId }),
        onSuccess: () => refreshSamples(workflowId),
      }),
    removeSample: (workflowId: string) =>
      mutationOptions({
        mutationFn: (sampleId: string) => api.v2.workflows.deleteSample(workflowId, sampleId, { environmentId }),
        onSuccess: () => refreshSamples(workflowId),
      }),
    createGroup: () =>
      mutationOptions({
        mutationFn: (name: string) => api.notificationGroups.create(name, { environmentId }),
        onSuccess: () => void queryClient.invalidateQueries({ queryKey: queryKeys.groups(environmentId) }),
      }),
  };
}
