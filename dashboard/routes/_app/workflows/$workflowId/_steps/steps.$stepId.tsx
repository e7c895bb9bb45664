import { createFileRoute, Link } from "@tanstack/react-router";
import { useEditing, useSteps } from "../../../../../features/workflows/editor/editor-context.tsx";
import { StepEditor } from "../../../../../features/workflows/editor/step-editor.tsx";
import { useCloseStep } from "../../../../../features/workflows/editor/use-close-step.ts";

export const Route = createFileRoute("/_app/workflows/$workflowId/_steps/steps/$stepId")({ component: SelectedStep });

function SelectedStep() {
  const { workflowId, stepId } = Route.useParams();
  const { editor } = useEditing();
  const closeStep = useCloseStep();
  const key = editor.keyOf(stepId);
  const step = useSteps().find((one) => one.key === key);
  if (!step) {
    return (
      <p className="text-muted">
        The workflow has no such step.{" "}
        <Link to="/workflows/$workflowId" params={{ workflowId }} className="text-accent underline">
          Show all steps
        </Link>
      </p>
    );
  }

  /** Closes the step, whose card has the focus then. */
  async function close(key: string) {
    await closeStep(workflowId);
    document.querySelector<HTMLElement>(`[data-step-card-link="${CSS.escape(key)}"]`)?.focus();
  }

  return <StepEditor key={step.key} step={step} onClose={() => void close(step.key)} />;
}
