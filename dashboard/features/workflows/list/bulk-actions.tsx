import { CirclePause, CirclePlay, Download, Tags, Trash2 } from "lucide-react";
import { useState } from "react";
import type { ListedWorkflowV2 } from "#contract/v2/workflows.ts";
import { BulkBar } from "../../../components/bulk-bar.tsx";
import { Button } from "../../../components/button.tsx";
import { Popover } from "../../../components/popover.tsx";
import { TagInput } from "../../../components/tag-input.tsx";
import type { RowSelection } from "../../../components/use-row-selection.ts";
import { useEnvironment } from "../../../use-environment.ts";
import type { useWorkflowActions } from "./use-workflow-actions.ts";

interface BulkActionsProps {
  selection: RowSelection;
  /** Those that are selected. */
  workflows: readonly ListedWorkflowV2[];
  actions: ReturnType<typeof useWorkflowActions>;
  onDelete: () => void;
}

/** The actions on the selected workflows. */
export function BulkActions({ selection, workflows, actions, onDelete }: BulkActionsProps) {
  const { may, readOnly } = useEnvironment();
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
          <AddTags onAdd={(tags) => done(() => actions.addTags(workflows, tags))()} />
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

function AddTags({ onAdd }: { onAdd: (tags: string[]) => void }) {
  const [open, setOpen] = useState(false);
  const [tags, setTags] = useState<string[]>([]);
  return (
    <Popover
      label="Add tags"
      placement="top"
      open={open}
      onOpenChange={(next) => {
        setOpen(next);
        if (next) setTags([]);
      }}
      trigger={
        <Button>
          <Tags className="size-4" aria-hidden="true" /> Add tags
        </Button>
      }
    >
      <TagInput label="Tags to add" hint="Enter or a comma ends a tag" value={tags} onChange={setTags} />
      <Button
        variant="primary"
        disabled={tags.length === 0}
        onClick={() => {
          setOpen(false);
          onAdd(tags);
        }}
      >
        Add
      </Button>
    </Popover>
  );
}
