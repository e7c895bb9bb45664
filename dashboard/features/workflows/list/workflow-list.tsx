import { type ReactNode, Suspense, useRef, useState } from "react";
import type { ListedWorkflowV2 } from "#contract/v2/workflows.ts";
import { LoadFailed } from "#dashboard/components/feedback/load-failed.tsx";
import { hasFailed } from "#dashboard/components/feedback/use-load-error.ts";
import { lazyNamed } from "#dashboard/components/lazy-named.ts";
import { useRead } from "#dashboard/data/use-read.ts";
import { useKeptInput } from "#dashboard/kept-input.ts";
import { useShownColumns } from "#dashboard/lists/column-menu.tsx";
import { type Column, Table, type TableSort } from "#dashboard/lists/table.tsx";
import { useRowSelection } from "#dashboard/lists/use-row-selection.ts";
import { RowMenu } from "./row-menu.tsx";
import { useWorkflowActions } from "./use-workflow-actions.ts";
import { workflowColumns } from "./workflow-columns.tsx";

// What is needed once something is selected or deleted is not part of the list's first load.
const BulkActions = lazyNamed(() => import("./bulk-actions.tsx"), "BulkActions");
const DeleteWorkflows = lazyNamed(() => import("./delete-workflows.tsx"), "DeleteWorkflows");

/** Names the table in the settings of this device. */
export const WORKFLOW_TABLE = "workflows";

interface WorkflowListProps {
  workflows: readonly ListedWorkflowV2[];
  sort: TableSort | undefined;
  pager: ReactNode;
}

/** A page of workflows, with what can be done with one and with several. */
export function WorkflowList({ workflows, sort, pager }: WorkflowListProps) {
  const ids = workflows.map(({ _id }) => _id);
  const selection = useRowSelection(ids);
  const selected = workflows.filter(({ _id }) => selection.isSelected(_id));
  // Once loaded the bar stays, so that screen readers are told of later selections.
  const wasSelected = useRef(false);
  if (selected.length > 0) wasSelected.current = true;
  const actions = useWorkflowActions();
  const [tags, setTags] = useState<readonly string[]>();
  useKeptInput<{ selected: readonly string[]; tags: readonly string[] }>("tags", {
    typed: () => tags && { selected: selection.selected, tags },
    onReturn: (kept) => {
      selection.select(kept.selected);
      setTags(kept.tags);
    },
  });
  const [deleting, setDeleting] = useState<readonly ListedWorkflowV2[]>([]);
  // In the order of ids, so that another order of the same rows is not read again.
  const activity = useRead("v2.workflows.activity", ids.toSorted());
  const byId = activity.data && new Map(activity.data.map((each) => [each._id, each]));
  const columns = useShownColumns(WORKFLOW_TABLE, workflowColumns(byId ?? (activity.isError ? null : undefined)));
  const menu: Column<ListedWorkflowV2> = {
    id: "menu",
    name: "Actions",
    nameHidden: true,
    className: "max-sm:absolute max-sm:end-0 max-sm:top-0 sm:w-12 sm:ps-0",
    cell: (workflow) => <RowMenu workflow={workflow} actions={actions} onDelete={() => setDeleting([workflow])} />,
  };
  return (
    <>
      <Table
        label="Workflows"
        columns={[...columns, menu]}
        rows={workflows}
        rowId={({ _id }) => _id}
        rowName={({ name }) => name}
        selection={selection}
        {...(sort && { sort })}
        twoLines
      />
      {activity.isPending && !hasFailed(activity) && (
        <p role="status" className="sr-only">
          Loading the runs of the last 7 days
        </p>
      )}
      <LoadFailed what="The runs of the last 7 days" query={activity} />
      {pager}
      <Suspense>
        {wasSelected.current && (
          <BulkActions
            selection={selection}
            workflows={selected}
            actions={actions}
            tags={tags}
            onTags={setTags}
            onDelete={() => setDeleting(selected)}
          />
        )}
        {deleting.length > 0 && (
          <DeleteWorkflows
            workflows={deleting}
            onClose={() => setDeleting([])}
            onDelete={() => actions.remove(deleting)}
          />
        )}
      </Suspense>
    </>
  );
}
