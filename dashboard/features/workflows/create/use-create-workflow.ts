import { useQueryClient } from "@tanstack/react-query";
import type { Workflow } from "#contract/workflows/workflows.ts";
import { useRead } from "#dashboard/data/use-read.ts";
import { useEnvironment } from "#dashboard/use-environment.ts";
import type { NewWorkflow } from "./new-workflow.ts";
import { loadNewWorkflow } from "./use-new-workflow-form.ts";

/** The group of every new environment. */
export const DEFAULT_GROUP = "General";

/** Returns what creates a workflow, blank or from a template, and returns its id. */
export function useCreateWorkflow(template: Workflow | undefined) {
  const { read, write } = useEnvironment();
  const queryClient = useQueryClient();
  const groups = useRead("notificationGroups.get").data ?? [];

  /** Finds a group, or makes it. One that an earlier try has made is there, and so is one of a list that was not read before. */
  async function groupNamed(name: string): Promise<{ _id: string }> {
    const isNamed = (one: { name: string }) => one.name === name;
    const known = groups.find(isNamed) ?? (await queryClient.fetchQuery(read("notificationGroups.get"))).find(isNamed);
    return known ?? (await write("notificationGroups.create", name));
  }

  return async (values: NewWorkflow): Promise<string> => {
    const { blankWorkflow, workflowFrom } = await loadNewWorkflow();
    const group = values.group.trim() || groups[0]?.name || DEFAULT_GROUP;
    const { _id } = template
      ? await write("notificationTemplates.create", workflowFrom(template, { ...values, group }))
      : await write("v2.workflows.create", blankWorkflow(values, (await groupNamed(group))._id));
    return _id;
  };
}
