import { CirclePause, CirclePlay, Download, FolderInput, Tags, Trash2 } from "lucide-react";
import type { ListedWorkflowV2 } from "#contract/v2/workflows.ts";
import { Button } from "#dashboard/components/controls/button.tsx";
import { TagInput } from "#dashboard/components/controls/tag-input.tsx";
import { MenuItem } from "#dashboard/components/overlays/menu.tsx";
import { Popover } from "#dashboard/components/overlays/popover.tsx";
import { SearchMenu } from "#dashboard/components/overlays/search-menu.tsx";
import { useRead } from "#dashboard/data/use-read.ts";
import { BulkBar } from "#dashboard/lists/bulk-bar.tsx";
import type { RowSelection } from "#dashboard/lists/use-row-selection.ts";
import { useEnvironment } from "#dashboard/use-environment.ts";
import type { useWorkflowActions } from "./use-workflow-actions.ts";

interface BulkActionsProps {
  selection: RowSelection;
  /** Those that are selected. */
  workflows: readonly ListedWorkflowV2[];
  actions: ReturnType<typeof useWorkflowActions>;
  /** The tags that are about to be added; undefined while none are asked for. */
  tags: readonly string[] | undefined;
  onTags: (tags: readonly string[] | undefined) => void;
  onDelete: () => void;
}

/** The actions on the selected workflows. */
export function BulkActions({ selection, workflows, actions, tags, onTags, onDelete }: BulkActionsProps) {
  const { may, readOnly } = useEnvironment();
  const readGroups = useRead("notificationGroups.get");
  const groups = readGroups.data ?? [];
  const editable = may("content.edit") && !readOnly;
  // What the bar has done is said by a toast in its place.
  const done = (action: () => void) => () => {
    action();
    selection.clear();
  };
  const exportable = workflows.filter(({ origin }) => origin !== "external");
  return (
    <BulkBar selection={selection} noun="workflow">
      {editable && (
        <>
          <Button onClick={done(() => actions.setActive(workflows, true))}>
            <CirclePlay className="size-4" aria-hidden="true" /> Activate
          </Button>
          <Button onClick={done(() => actions.setActive(workflows, false))}>
            <CirclePause className="size-4" aria-hidden="true" /> Deactivate
          </Button>
          <SearchMenu
            label="Move to group"
            placement="top"
            trigger={
              <Button>
                <FolderInput className="size-4" aria-hidden="true" /> Move to group
              </Button>
            }
            search={{ label: "Search groups", emptyText: "No group matches" }}
            source={{ what: "The groups", query: readGroups }}
          >
            {groups.map(({ _id, name }) => (
              <MenuItem key={_id} textValue={name} onAction={done(() => actions.moveTo(workflows, { _id, name }))}>
                <span className="truncate">{name}</span>
              </MenuItem>
            ))}
          </SearchMenu>
          <AddTags tags={tags} onTags={onTags} onAdd={done(() => actions.addTags(workflows, tags ?? []))} />
        </>
      )}
      <Button disabled={exportable.length === 0} onClick={done(() => void actions.export(exportable))}>
        <Download className="size-4" aria-hidden="true" /> Export
      </Button>
      {editable && (
        <Button onClick={onDelete}>
          <Trash2 className="size-4" aria-hidden="true" /> Delete
        </Button>
      )}
    </BulkBar>
  );
}

function AddTags({ tags, onTags, onAdd }: Pick<BulkActionsProps, "tags" | "onTags"> & { onAdd: () => void }) {
  return (
    <Popover
      label="Add tags"
      placement="top"
      open={tags !== undefined}
      onOpenChange={(open) => onTags(open ? [] : undefined)}
      trigger={
        <Button>
          <Tags className="size-4" aria-hidden="true" /> Add tags
        </Button>
      }
    >
      <TagInput label="Tags to add" hint="Enter or a comma ends a tag" value={tags ?? []} onChange={onTags} />
      <Button
        variant="primary"
        disabled={!tags?.length}
        onClick={() => {
          onTags(undefined);
          onAdd();
        }}
      >
        Add
      </Button>
    </Popover>
  );
}
