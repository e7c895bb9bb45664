import { useQueryClient } from "@tanstack/react-query";
import { type UseNavigateResult, useNavigate, useParams } from "@tanstack/react-router";
import { useCallback, useMemo } from "react";
import type { StepV2 } from "#contract/v2/workflows.ts";
import { showToast } from "#dashboard/components/overlays/toast.ts";
import { useEnvironment } from "#dashboard/use-environment.ts";
import { type Place, placeBeside, placedSteps, positionOf, withLanes } from "./canvas/step-order.ts";
import type { EditedStep } from "./definition.ts";
import type { Editor } from "./editor.ts";
import { useEditing } from "./editor-context.tsx";
import { copyOf, newStep } from "./new-step.ts";
import { useCloseStep } from "./use-close-step.ts";

/** The changes of the canvas, each with what the member is told about it. They stay the same while another text is typed. */
export function useStepActions(announce: (text: string) => void): StepActions {
  const { editor } = useEditing();
  const navigate = useNavigate();
  const closeStep = useCloseStep();
  const { workflowId = "", stepId } = useParams({ strict: false });
  const defaultLayout = useDefaultLayout();
  return useMemo(
    () => stepActions({ editor, navigate, closeStep, workflowId, stepId, announce, defaultLayout }),
    [editor, navigate, closeStep, workflowId, stepId, announce, defaultLayout],
  );
}

function useDefaultLayout(): ActionOptions["defaultLayout"] {
  const queryClient = useQueryClient();
  const { read } = useEnvironment();
  return useCallback(async () => {
    // The email is added without one rather than late.
    const layout = await queryClient.ensureQueryData({ ...read("v2.layouts.default"), retry: false }).catch(() => null);
    return layout?._id;
  }, [queryClient, read]);
}

interface ActionOptions {
  editor: Editor;
  navigate: UseNavigateResult<string>;
  closeStep: ReturnType<typeof useCloseStep>;
  workflowId: string;
  /** The step that is open. */
  stepId: string | undefined;
  announce: (text: string) => void;
  /** The id of the layout that new emails are sent in; undefined where there is none, or it cannot be asked for. */
  defaultLayout: () => Promise<string | undefined>;
}

function stepActions({ editor, navigate, closeStep, workflowId, stepId, announce, defaultLayout }: ActionOptions) {
  const steps = () => editor.store.getState().definition.steps;

  const open = (key: string) =>
    void navigate({
      to: "/workflows/$workflowId/steps/$stepId",
      params: { workflowId, stepId: editor.idOf(key) ?? key },
      resetScroll: false,
      state: { isFromCanvas: stepId === undefined },
    });

  return {
    open,

    async add(type: StepV2["type"], place: Place): Promise<void> {
      const beginning = newStep(type, steps());
      const layoutId = type === "email" ? await defaultLayout() : undefined;
      const step = layoutId ? { ...beginning, controlValues: { ...beginning.controlValues, layoutId } } : beginning;
      const key = editor.addStep(step, place);
      announce(`${step.name} added`);
      open(key);
    },

    duplicate(step: EditedStep): void {
      const copy = copyOf(step, steps());
      const key = editor.addStep(copy, { branchId: step.branchId, after: step.key });
      announce(`${copy.name} added behind ${step.name}`);
      open(key);
    },

    move(step: EditedStep, direction: -1 | 1): void {
      const place = placeBeside(steps(), step.key, direction);
      if (!place) {
        announce(`${step.name} is the ${direction === 1 ? "last" : "first"} step here`);
        return;
      }
      this.moveTo(step, place);
    },

    moveTo(step: EditedStep, place: Place): void {
      const before = steps();
      editor.moveStep(step.key, place);
      if (steps() === before) return;
      const { position, count } = positionOf(steps(), step.key);
      announce(`${step.name} moved to position ${position} of ${count}`);
    },

    remove(step: EditedStep): void {
      const placed = allPlaced(placedSteps(steps())).find((one) => one.step.key === step.key);
      const within = placed ? withLanes(placed).length - 1 : 0;
      if (stepId !== undefined && editor.keyOf(stepId) === step.key) void closeStep(workflowId);
      editor.removeStep(step.key);
      const along = within === 0 ? "" : ` with ${within} ${within === 1 ? "step" : "steps"} in its branches`;
      showToast({ tone: "success", text: `${step.name} deleted${along}`, undo: editor.undo });
    },
  };
}

const allPlaced = (placed: ReturnType<typeof placedSteps>): ReturnType<typeof placedSteps> =>
  placed.flatMap((one) => [one, ...allPlaced(one.lanes.flatMap(({ steps }) => steps))]);

export type StepActions = ReturnType<typeof stepActions>;
