import { Pencil } from "lucide-react";
import { Suspense, useState } from "react";
import type { WorkflowVersion } from "#contract/v2/workflow-versions.ts";
import { IconButton } from "#dashboard/components/controls/button.tsx";
import { lazyNamed } from "#dashboard/components/lazy-named.ts";
import { isKept } from "#dashboard/kept-input.ts";
import { useEditing } from "../editor/editor-context.tsx";

const VersionNameDialog = lazyNamed(() => import("./version-name-dialog.tsx"), "VersionNameDialog");

interface NameVersionProps {
  workflowId: string;
  version: WorkflowVersion;
}

/** Gives a version a name in the history, or takes it away. */
export function NameVersion({ workflowId, version }: NameVersionProps) {
  const { readOnly } = useEditing();
  const keptName = `version-name.${workflowId}.${version.version}`;
  const [isOpen, setOpen] = useState(() => isKept(keptName));
  if (readOnly) return null;
  const title = `Name version ${version.version}`;
  return (
    <>
      <IconButton label={title} onClick={() => setOpen(true)}>
        <Pencil className="size-4" aria-hidden="true" />
      </IconButton>
      {isOpen && (
        <Suspense>
          <VersionNameDialog
            workflowId={workflowId}
            version={version}
            title={title}
            keptName={keptName}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}
