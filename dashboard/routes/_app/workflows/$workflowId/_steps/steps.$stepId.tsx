import { createFileRoute, Link, Navigate } from "@tanstack/react-router";
import { Suspense, useEffect } from "react";
import { LOCALE_PATTERN } from "#contract/constants/values/patterns.ts";
import { SkeletonCards } from "#dashboard/components/feedback/skeleton.tsx";
import { lazyNamed } from "#dashboard/components/lazy-named.ts";
import { isNewKey } from "#dashboard/features/workflows/editor/editor.ts";
import { useEditing, useEditorState, useSteps } from "#dashboard/features/workflows/editor/editor-context.tsx";
import { type StepView, StepWorkspace } from "#dashboard/features/workflows/editor/step-workspace.tsx";
import { useCloseStep } from "#dashboard/features/workflows/editor/use-close-step.ts";
import { choiceParam, patternParam, positionParam, searchSchema } from "#dashboard/lists/search-schemas.ts";

// Most workflows are made here.
const CodeStep = lazyNamed(() => import("#dashboard/features/workflows/code/code-step.tsx"), "CodeStep");

export const Route = createFileRoute("/_app/workflows/$workflowId/_steps/steps/$stepId")({
  validateSearch: searchSchema({
    view: choiceParam<StepView>(["preview", "data"]),
    variant: positionParam,
    locale: patternParam(LOCALE_PATTERN),
  }),
  component: SelectedStep,
});

function SelectedStep() {
  const { workflowId, stepId } = Route.useParams();
  const { editor } = useEditing();
  const { view, locale } = Route.useSearch();
  const navigate = Route.useNavigate();
  const closeStep = useCloseStep();
  const key = editor.keyOf(stepId);
  const id = useEditorState(() => (key === undefined ? undefined : editor.idOf(key)));
  // The server gives a new step its id, and another one to a step that a change brings back.
  useEffect(() => {
    if (id === undefined || id === stepId) return;
    void navigate({
      to: "/workflows/$workflowId/steps/$stepId",
      params: { workflowId, stepId: id },
      search: (before) => before,
      state: true,
      replace: true,
      resetScroll: false,
    });
  }, [id, stepId, workflowId, navigate]);
  const code = useEditorState(({ saved }) =>
    saved.origin === "external" ? saved.steps.find(({ _id }) => _id === stepId) : undefined,
  );
  const step = useSteps().find((one) => one.key === key);
  if (!step && isNewKey(stepId)) return <Navigate to="/workflows/$workflowId" params={{ workflowId }} replace />;
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

  if (code) {
    return (
      <Suspense fallback={<SkeletonCards cards={1} className="h-96" />}>
        <CodeStep key={code._id} step={code} onClose={() => void close(step.key)} />
      </Suspense>
    );
  }

  return (
    <StepWorkspace
      key={step.key}
      step={step}
      view={view}
      {...(locale !== undefined && { openedIn: locale })}
      onOpened={() =>
        void navigate({
          search: ({ locale: _chosen, ...before }) => ({ ...before, view: before.view ?? "preview" }),
          replace: true,
          resetScroll: false,
        })
      }
      onView={(next) =>
        // In place of the entry, and with its state: the way back to the canvas stays one step.
        void navigate({
          search: (before) => ({ ...before, view: next }),
          state: true,
          replace: true,
          resetScroll: false,
        })
      }
      onClose={() => void close(step.key)}
    />
  );
}
