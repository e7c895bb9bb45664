import { useNavigate } from "@tanstack/react-router";
import {
  CirclePause,
  CirclePlay,
  CopyPlus,
  Download,
  EllipsisVertical,
  ExternalLink,
  Play,
  Terminal,
  Trash2,
} from "lucide-react";
import type { ListedWorkflowV2 } from "#contract/v2/workflows.ts";
import { IconButton } from "#dashboard/components/controls/button.tsx";
import { Menu, MenuItem, MenuSeparator } from "#dashboard/components/overlays/menu.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";
import type { useWorkflowActions } from "./use-workflow-actions.ts";

interface RowMenuProps {
  workflow: ListedWorkflowV2;
  actions: ReturnType<typeof useWorkflowActions>;
  onDelete: () => void;
}

/** The actions on one workflow. */
export function RowMenu({ workflow, actions, onDelete }: RowMenuProps) {
  const navigate = useNavigate();
  const { may, readOnly } = useEnvironment();
  const params = { workflowId: workflow._id };
  const editable = may("content.edit") && !readOnly;
  // The code of a code-first workflow is its definition.
  const isOwned = workflow.origin !== "external";
  return (
    <span className="relative z-10 flex justify-end max-sm:absolute max-sm:end-2 max-sm:top-1">
      <Menu
        label={`Actions of ${workflow.name}`}
        placement="bottom end"
        trigger={
          <IconButton label={`Actions of ${workflow.name}`}>
            <EllipsisVertical className="size-4" aria-hidden="true" />
          </IconButton>
        }
      >
        <MenuItem onAction={() => void navigate({ to: "/workflows/$workflowId", params })}>
          <ExternalLink className={ICON} aria-hidden="true" /> Open
        </MenuItem>
        {may("environment.use") && (
          <MenuItem onAction={() => void navigate({ to: "/workflows/$workflowId/test", params })}>
            <Play className={ICON} aria-hidden="true" /> Run test
          </MenuItem>
        )}
        <MenuItem onAction={() => void actions.copySnippet(workflow)}>
          <Terminal className={ICON} aria-hidden="true" /> Copy trigger snippet
        </MenuItem>
        {editable && (
          <>
            <MenuSeparator />
            {isOwned && (
              <MenuItem onAction={() => void actions.duplicate(workflow)}>
                <CopyPlus className={ICON} aria-hidden="true" /> Duplicate
              </MenuItem>
            )}
            <MenuItem onAction={() => actions.setActive([workflow], !workflow.active)}>
              {workflow.active ? (
                <CirclePause className={ICON} aria-hidden="true" />
              ) : (
                <CirclePlay className={ICON} aria-hidden="true" />
              )}
              {workflow.active ? "Deactivate" : "Activate"}
            </MenuItem>
          </>
        )}
        {isOwned && (
          <MenuItem onAction={() => void actions.export([workflow])}>
            <Download className={ICON} aria-hidden="true" /> Export
          </MenuItem>
        )}
        {editable && (
          <>
            <MenuSeparator />
            <MenuItem onAction={onDelete}>
              <Trash2 className={ICON} aria-hidden="true" /> Delete
            </MenuItem>
          </>
        )}
      </Menu>
    </span>
  );
}

const ICON = "size-4 shrink-0 text-muted";
