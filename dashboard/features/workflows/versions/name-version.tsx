import { Pencil } from "lucide-react";
import { Suspense, useState } from "react";
import type { WorkflowVersion } from "#contract/v2/workflow-versions.ts";
import { IconButton } from "#dashboard/components/controls/button.tsx";
import { lazyNamed } from "#dashboard/components/lazy-named.ts";
import { useEditing } from "../editor/editor-context.tsx";

const VersionNameDialog = lazyNamed(() => import("./version-name-dialog.tsx"), "VersionNameDialog");

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
      {isOpen && (
        <Suspense>
          <VersionNameDialog workflowId={workflowId} version={version} title={title} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
