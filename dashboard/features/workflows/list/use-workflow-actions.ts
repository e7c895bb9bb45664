import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useRef } from "react";
import type { ListedWorkflowV2, PatchWorkflowV2, WorkflowListV2 } from "#contract/v2/workflows.ts";
import { contextPaths } from "#dashboard/app/page-settings.ts";
import { copyOrShow } from "#dashboard/components/controls/copy-or-show.ts";
import { showToast } from "#dashboard/components/overlays/toast.ts";
import { keyOf } from "#dashboard/data/read.ts";
import { errorText } from "#dashboard/errors.ts";
import { useEnvironment } from "#dashboard/use-environment.ts";
import { type Outcome, runAll } from "./run-all.ts";

type Fields = Pick<ListedWorkflowV2, "active" | "tags" | "notificationGroup">;

interface Change {
  workflow: ListedWorkflowV2;
  fields: Partial<Fields>;
}

/** Returns the actions on workflows of the list, one or several. Each shows its result as a toast. */
export function useWorkflowActions() {
  const { current, read, write, outdate } = useEnvironment();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const lists = keyOf(current?._id, "v2.workflows.list");

  /** Workflows of which a copy is being made. */
  const duplicated = useRef(new Set<string>());

  /** Shows fields of workflows in all lists that are in the cache. */
  function show(changes: readonly Change[]) {
    const byId = new Map(changes.map(({ workflow, fields }) => [workflow._id, fields]));
    queryClient.setQueriesData<WorkflowListV2>(
      { queryKey: lists },
      (list) => list && { ...list, workflows: list.workflows.map((each) => ({ ...each, ...byId.get(each._id) })) },
    );
  }

  /** Changes workflows at once on screen; those that the server refuses go back. */
  async function change(changes: readonly Change[], done: (count: number) => string): Promise<void> {
    await queryClient.cancelQueries({ queryKey: lists });
    show(changes);
    const outcome = await runAll(changes, ({ workflow, fields }) =>
      write("v2.workflows.patch", workflow._id, patchOf(fields)),
    );
    show(outcome.failed.map(({ item }) => before(item)));
    void outdate(["v2.workflows"]);
    const undone = outcome.done.map(before);
    showOutcome(
      { ...outcome, failed: failedWorkflows(outcome) },
      done,
      () => void change(undone, (count) => `${workflowCount(count)} changed back`),
    );
  }

  return {
    setActive: (workflows: readonly ListedWorkflowV2[], active: boolean) => {
      const changed = workflows.filter((workflow) => (workflow.active ?? false) !== active);
      const word = active ? "active" : "inactive";
      if (changed.length === 0) {
        showToast({ tone: "success", text: `${subject(workflows)} ${areAlready(workflows)} ${word}` });
        return;
      }
      void change(
        changed.map((workflow) => ({ workflow, fields: { active } })),
        (count) =>
          `${count === 1 && changed[0] ? changed[0].name : workflowCount(count)} ${count === 1 ? "is" : "are"} ${word}`,
      );
    },
    addTags: (workflows: readonly ListedWorkflowV2[], tags: readonly string[]) => {
      const changes = workflows.flatMap((workflow) => {
        const added = tags.filter((tag) => !workflow.tags.includes(tag));
        return added.length > 0 ? [{ workflow, fields: { tags: [...workflow.tags, ...added] } }] : [];
      });
      if (changes.length > 0) void change(changes, (count) => `Tags added to ${workflowCount(count)}`);
      else
        showToast({
          tone: "success",
          text: `${subject(workflows)} ${workflows.length === 1 ? "has" : "have"} these tags already`,
        });
    },
    moveTo: (workflows: readonly ListedWorkflowV2[], group: { _id: string; name: string }) => {
      const changes = workflows
        .filter(({ notificationGroup }) => notificationGroup?._id !== group._id)
        .map((workflow) => ({ workflow, fields: { notificationGroup: { _id: group._id, name: group.name } } }));
      if (changes.length > 0) void change(changes, (count) => `${workflowCount(count)} moved to ${group.name}`);
      else showToast({ tone: "success", text: `${subject(workflows)} ${areAlready(workflows)} in ${group.name}` });
    },
    /** Resolves when all have been tried; throws the error of the only one, so that a dialog can show it. */
    remove: async (workflows: readonly ListedWorkflowV2[]): Promise<void> => {
      const outcome = await runAll(workflows, ({ _id }) => write("v2.workflows.delete", _id));
      void outdate(["v2.workflows"]);
      if (workflows.length === 1 && outcome.failed[0]) throw outcome.failed[0].error;
      showOutcome(
        outcome,
        (count) => `${count === 1 && workflows.length === 1 ? subject(workflows) : workflowCount(count)} deleted`,
      );
    },
    duplicate: async (workflow: ListedWorkflowV2): Promise<void> => {
      if (duplicated.current.has(workflow._id)) return;
      duplicated.current.add(workflow._id);
      try {
        const [definition, { copyOf }] = await Promise.all([
          queryClient.fetchQuery(read("v2.workflows.definition", workflow._id)),
          import("../file/copy-workflow.ts"),
        ]);
        const copy = await write("v2.workflows.create", {
          ...copyOf(definition),
          ...(workflow.notificationGroup && { notificationGroupId: workflow.notificationGroup._id }),
        });
        showToast({ tone: "success", text: `${copy.name} created, inactive` });
        await navigate({ to: "/workflows/$workflowId", params: { workflowId: copy._id } });
      } catch (error) {
        showToast({ tone: "danger", text: `${workflow.name} is not duplicated. ${errorText(error)}` });
      } finally {
        duplicated.current.delete(workflow._id);
      }
    },
    export: async (workflows: readonly ListedWorkflowV2[]): Promise<void> => {
      try {
        const { exportWorkflows } = await import("../file/export-workflows.ts");
        await exportWorkflows(workflows, {
          definition: (id) => queryClient.fetchQuery(read("v2.workflows.definition", id)),
          layout: (reference) => queryClient.fetchQuery(read("v2.layouts.named", reference)),
          feeds: () => queryClient.fetchQuery(read("feeds.get")),
        });
        showToast({ tone: "success", text: `${subject(workflows)} exported` });
      } catch (error) {
        showToast({ tone: "danger", text: `Nothing is exported. ${errorText(error)}` });
      }
    },
    copySnippet: async ({ _id, name }: ListedWorkflowV2): Promise<void> => {
      try {
        const [{ example }, { curlSnippet }] = await Promise.all([
          queryClient.fetchQuery(read("v2.workflows.getTestData", _id)),
          import("../event-snippets.ts"),
        ]);
        const url = `${window.location.origin}${contextPaths.api}/v1/events/trigger`;
        const isCopied = await copyOrShow(curlSnippet(url, "YOUR_API_KEY", example), "trigger snippet");
        if (isCopied) showToast({ tone: "success", text: `Trigger snippet of ${name} copied` });
      } catch (error) {
        showToast({ tone: "danger", text: `The snippet of ${name} is not copied. ${errorText(error)}` });
      }
    },
  };
}

const patchOf = ({ active, tags, notificationGroup }: Partial<Fields>): PatchWorkflowV2 => ({
  ...(notificationGroup && { notificationGroupId: notificationGroup._id }),
  ...(active !== undefined && { active }),
  ...(tags !== undefined && { tags }),
});

/** Returns the change that brings back what a workflow had before. */
const before = ({ workflow, fields }: Change): Change => ({
  workflow,
  fields: {
    ...(fields.active !== undefined && { active: workflow.active ?? false }),
    ...(fields.tags && { tags: workflow.tags }),
    ...(fields.notificationGroup && workflow.notificationGroup && { notificationGroup: workflow.notificationGroup }),
  },
});

const failedWorkflows = ({ failed }: Outcome<Change>) =>
  failed.map(({ item, error }) => ({ item: item.workflow, error }));

/** Shows how many succeeded, and why the first of the others did not. */
function showOutcome(
  { done, failed }: { done: readonly unknown[]; failed: Outcome<ListedWorkflowV2>["failed"] },
  text: (count: number) => string,
  undo?: () => void,
): void {
  const [first] = failed;
  if (!first) {
    showToast({ tone: "success", text: text(done.length), ...(undo && { undo }) });
    return;
  }
  const reason = `${first.item.name}: ${errorText(first.error)}`;
  const others = failed.length > 1 ? ` ${failed.length - 1} more failed.` : "";
  const succeeded = done.length > 0 ? `${text(done.length)}. ` : "";
  showToast({ tone: "danger", text: `${succeeded}${reason}${others}`, ...(undo && done.length > 0 && { undo }) });
}

export const workflowCount = (count: number): string => `${count} workflow${count === 1 ? "" : "s"}`;

const subject = (workflows: readonly ListedWorkflowV2[]): string =>
  (workflows.length === 1 ? workflows[0]?.name : undefined) ?? workflowCount(workflows.length);

const areAlready = (workflows: readonly unknown[]): string => (workflows.length === 1 ? "is already" : "are already");
