import { Link, useNavigate, useParams } from "@tanstack/react-router";
import { ChevronDown, ChevronUp } from "lucide-react";
import { buttonClass } from "#dashboard/components/controls/button.tsx";
import type { EditedStep } from "../definition.ts";
import { useEditing, useSteps } from "../editor-context.tsx";

/** Returns the steps before and behind one, in the order of the canvas. */
export function useNeighbours(key: string): { previous: EditedStep | undefined; next: EditedStep | undefined } {
  const steps = useSteps();
  const at = steps.findIndex((step) => step.key === key);
  return { previous: at > 0 ? steps[at - 1] : undefined, next: at < 0 ? undefined : steps[at + 1] };
}

/** Returns how to open another step in place of the open one: the way back to the canvas stays one step. */
export function useOpenNeighbour(): (step: EditedStep | undefined) => void {
  const { editor } = useEditing();
  const { workflowId = "" } = useParams({ strict: false });
  const navigate = useNavigate();
  return (step) => {
    if (!step) return;
    void navigate({
      to: "/workflows/$workflowId/steps/$stepId",
      params: { workflowId, stepId: editor.idOf(step.key) ?? step.key },
      search: {},
      state: true,
      replace: true,
      resetScroll: false,
    });
  };
}

/** The links to the steps before and behind the open one. */
export function StepNeighbours({ stepKey }: { stepKey: string }) {
  const { editor } = useEditing();
  const { workflowId = "" } = useParams({ strict: false });
  const { previous, next } = useNeighbours(stepKey);
  const links = [
    { step: previous, name: "Previous", Icon: ChevronUp, key: "Alt+Page Up" },
    { step: next, name: "Next", Icon: ChevronDown, key: "Alt+Page Down" },
  ];
  return (
    <span className="flex shrink-0">
      {links.map(
        ({ step, name, Icon, key }) =>
          step && (
            <Link
              key={name}
              to="/workflows/$workflowId/steps/$stepId"
              params={{ workflowId, stepId: editor.idOf(step.key) ?? step.key }}
              search={{}}
              state
              replace
              resetScroll={false}
              aria-label={`${name} step: ${step.name}`}
              title={`${step.name} (${key})`}
              className={buttonClass("quiet", "px-1", true)}
            >
              <Icon className="size-4" aria-hidden="true" />
            </Link>
          ),
      )}
    </span>
  );
}
