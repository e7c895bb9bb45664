import { Pencil } from "lucide-react";
import { useState } from "react";
import type { WorkflowVersion } from "#contract/v2/workflow-versions.ts";
import { IconButton } from "#dashboard/components/controls/button.tsx";
import { lazyNamed } from "#dashboard/components/lazy-named.ts";
import { FormDialog } from "#dashboard/forms/form-dialog.tsx";
import { useEditing } from "../editor/editor-context.tsx";

const VersionNameForm = lazyNamed(() => import("./version-name-form.tsx"), "VersionNameForm");

interface NameVersionProps {
  workflowId: string;
  version: WorkflowVersion;
}

/** Gives a version a name in the history, or takes it away. */
export function NameVersion({ workflowId, version }: NameVersionProps) {
  const { readOnly } = useEditing();
  const [isOpen, setOpen] = useState(false);
  if (readOnly) return null;
  const title = `Name version ${version.version}`;
  return (
    <>
      <IconButton label={title} onClick={() => setOpen(true)}>
        <Pencil className="size-4" aria-hidden="true" />
      </IconButton>
      <FormDialog
        open={isOpen}
        onOpenChange={setOpen}
        title={title}
        height="h-28"
        {...(version.isWorkingCopy && {
          description: "Keeps the working copy as it is: your next change makes a new version.",
        })}
      >
        <VersionNameForm workflowId={workflowId} version={version} onNamed={() => setOpen(false)} />
      </FormDialog>
    </>
  );
}
