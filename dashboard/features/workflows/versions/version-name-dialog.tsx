import { NameVersion, type WorkflowVersion } from "#contract/v2/workflow-versions.ts";
import { Dialog } from "#dashboard/components/overlays/dialog.tsx";
import { TextForm } from "#dashboard/forms/text-form.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";
import { useEditing } from "../editor/editor-context.tsx";

interface VersionNameDialogProps {
  workflowId: string;
  version: WorkflowVersion;
  title: string;
  /** Keeps what is typed under this name. */
  keptName: string;
  onClose: () => void;
}

export function VersionNameDialog({ workflowId, version, title, keptName, onClose }: VersionNameDialogProps) {
  const { editor } = useEditing();
  const { write } = useEnvironment();
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={title}
      {...(version.isWorkingCopy && {
        description: "Keeps the working copy as it is: your next change makes a new version.",
      })}
    >
      <TextForm
        schema={NameVersion}
        fields={[{ name: "name", label: "Name", hint: "Leave empty for a version without a name" }]}
        initial={{ name: version.name ?? "" }}
        keptName={keptName}
        action="Save"
        send={async ({ name }) => {
          // The last keys belong to the working copy, whose number counts its saves.
          if (version.isWorkingCopy) await editor.flush();
          const number = version.isWorkingCopy ? editor.store.getState().saved.version : version.version;
          await write("v2.workflows.nameVersion", workflowId, String(number), { name });
          onClose();
        }}
      />
    </Dialog>
  );
}
