import type { Body } from "#client/client.ts";
import { errorText } from "#dashboard/errors.ts";
import { useOneMutation } from "#dashboard/forms/use-one-mutation.ts";
import { useEnvironment } from "#dashboard/use-environment.ts";
import { atControl } from "../control-names.ts";
import type { EditedStep } from "../definition.ts";
import { useEditing, useEditorState } from "../editor-context.tsx";
import type { StepPreview } from "./use-step-preview.ts";

export interface StepTestProps {
  step: EditedStep;
  /** The id that the server has for it. */
  stepId: string;
  data: NonNullable<StepPreview["data"]["request"]>;
}

/** The destination of a test: an address, or whatever a subscriber has. */
export type TestTarget = ({ to: string } | { subscriberId: string }) & { integrationIdentifier?: string };

/** A test of a step, and what has become of the last one. */
export function useStepTest({ step: { controlValues, integrationIdentifier }, stepId, data }: StepTestProps) {
  const workflowId = useEditorState(({ saved }) => saved._id);
  const { editor } = useEditing();
  const { write } = useEnvironment();
  const sending = useOneMutation({
    mutationFn: async (test: Body<"sendStepTest">) => {
      // A test keeps the version that is stored: the one that has what it sends.
      await editor.flush();
      return write("v2.workflows.sendTestMessage", workflowId, stepId, test);
    },
  });
  const ofStep = integrationIdentifier === undefined ? {} : { integrationIdentifier };
  return {
    isPending: sending.isPending,
    sends: sending.isPending ? undefined : sending.data?.sends,
    fault: sending.isError ? refusalText(sending.error) : undefined,
    send: (target: TestTarget) => sending.mutate({ controlValues, data, ...ofStep, ...target }),
  };
}
export type StepTestState = ReturnType<typeof useStepTest>;

/** A refusal of a value has the label of its field in place of its path. */
function refusalText(error: unknown): string {
  const text = errorText(error);
  const [, path, message] = /^controlValues\.([\w.]+): (.+)$/s.exec(text) ?? [];
  if (message !== undefined) return atControl(path, message);
  return text.replace(/^to /, "The address ").replace(/^subscriberId /, "");
}
