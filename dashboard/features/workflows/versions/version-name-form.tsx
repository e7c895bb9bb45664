import { NameVersion, type WorkflowVersion } from "#contract/v2/workflow-versions.ts";
import { TextForm } from "#dashboard/forms/text-form.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";
import { useEditing } from "../editor/editor-context.tsx";

interface VersionNameFormProps {
  workflowId: string;
  version: WorkflowVersion;
  onNamed: () => void;
}

export function VersionNameForm({ workflowId, version, onNamed }: VersionNameFormProps) {
  const { editor } = useEditing();
  const { write } = useEnvironment();
  return (
    <TextForm
      schema={NameVersion}
      fields={[{ name: "name", label: "Name", hint: "Leave empty for a version without a name" }]}
      initial={{ name: version.name ?? "" }}
      keptName={`version-name.${workflowId}.${version.version}`}
      action="Save"
      send={async ({ name }) => {
        // The last keys belong to the working copy, whose number counts its saves.
        if (version.isWorkingCopy) await editor.flush();
        const number = version.isWorkingCopy ? editor.store.getState().saved.version : version.version;
        await write("v2.workflows.nameVersion", workflowId, String(number), { name });
        onNamed();
      }}
    />
  );
}
