import { SaveStatus } from "#dashboard/editing/save-status.tsx";
import { useEditing, useEditorState, useSteps } from "./editor-context.tsx";
import type { RefusedStepField } from "./refused-fields.ts";

/** Whether the server has the workflow that is on the screen, and which version that is. */
export function WorkflowSaveStatus() {
  const { editor } = useEditing();
  const save = useEditorState((state) => state.save);
  const workflowId = useEditorState(({ saved }) => saved._id);
  const version = useEditorState(({ saved }) => saved.version);
  const updatedAt = useEditorState(({ saved }) => saved.updatedAt);
  const steps = useSteps();

  function nameOf({ key, path }: RefusedStepField): string {
    const step = steps.find((one) => one.key === key);
    return step ? `${step.name}: ${path}` : path;
  }

  return (
    <SaveStatus
      save={save}
      updatedAt={updatedAt}
      kind="workflow"
      version={version}
      versions={{ to: "/workflows/$workflowId/history", params: { workflowId } }}
      nameOf={nameOf}
      onSaveNow={editor.saveNow}
    />
  );
}
