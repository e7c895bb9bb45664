import { useState } from "react";
import { Button } from "#dashboard/components/controls/button.tsx";
import { Confirmation } from "#dashboard/components/overlays/confirmation.tsx";
import { showToast } from "#dashboard/components/overlays/toast.ts";
import { useEnvironment } from "#dashboard/use-environment.ts";
import { useEditing, useEditorState } from "../editor/editor-context.tsx";

interface RestoreVersionProps {
  workflowId: string;
  version: number;
}

/** Makes a new version of what an earlier one has, after a question that says what changes and what does not. */
export function RestoreVersion({ workflowId, version }: RestoreVersionProps) {
  const { editor, readOnly } = useEditing();
  const { write } = useEnvironment();
  const next = useEditorState(({ saved }) => saved.version + 1);
  const [isAsking, setAsking] = useState(false);
  if (readOnly) return null;

  async function confirm(): Promise<void> {
    await editor.flush();
    if (editor.store.getState().save.kind !== "saved") {
      throw new Error("What you have changed is not saved yet. Save it or undo it first, so that nothing is lost.");
    }
    const restored = await write("v2.workflows.restoreVersion", workflowId, String(version));
    editor.adopt(restored);
    showToast({ tone: "success", text: `Version ${restored.version} has what version ${version} had` });
  }

  return (
    <>
      <Button onClick={() => setAsking(true)}>{`Restore version ${version}`}</Button>
      <Confirmation
        open={isAsking}
        onClose={() => setAsking(false)}
        title={`Restore version ${version}?`}
        action={`Restore version ${version}`}
        tone="primary"
        onConfirm={confirm}
      >
        <p>
          {`Makes version ${next} with the steps and the payload schema of version ${version}. The next trigger follows it.`}
        </p>
        <p>
          Runs that have begun go on with the version that they began with. Name, tags, status and preferences stay as
          they are, and no version is removed.
        </p>
      </Confirmation>
    </>
  );
}
