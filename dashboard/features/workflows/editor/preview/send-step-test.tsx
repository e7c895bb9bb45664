import { getRouteApi } from "@tanstack/react-router";
import { Button } from "../../../../components/button.tsx";
import { useOneMutation } from "../../../../components/use-one-mutation.ts";
import { errorText } from "../../../../errors.ts";
import { useEnvironment } from "../../../../use-environment.ts";
import { atControl } from "../control-names.ts";
import type { EditedStep } from "../definition.ts";
import { useEditorState } from "../editor-context.tsx";
import type { StepPreview } from "./use-step-preview.ts";

const app = getRouteApi("/_app");

interface SendStepTestProps {
  step: EditedStep;
  /** The id that the server has for it. */
  stepId: string;
  data: NonNullable<StepPreview["data"]["request"]>;
}

/** Sends the email of the preview to the member, through the real integration, whose answer it shows. */
export function SendStepTest({ step: { controlValues, integrationIdentifier }, stepId, data }: SendStepTestProps) {
  const workflowId = useEditorState(({ saved }) => saved._id);
  const email = app.useRouteContext({ select: ({ membership }) => membership.account.email });
  const { mutations } = useEnvironment();
  const send = useOneMutation(mutations.sendStepTest());
  if (!email) return null;
  const test = {
    to: email,
    controlValues,
    data,
    ...(integrationIdentifier !== undefined && { integrationIdentifier }),
  };
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Button pending={send.isPending} onClick={() => send.mutate({ workflowId, stepId, test })}>
        Send test to me
      </Button>
      <p role={send.isError ? "alert" : "status"} className="min-w-0 flex-1 basis-40 text-xs wrap-anywhere">
        {send.isError && <span className="text-danger">{refusalText(send.error)}</span>}
        {!send.isError && (
          <span className={send.data ? "text-success" : "text-muted"}>
            {send.data ? `${send.data.integration} took it for ${email}.` : `To ${email}`}
          </span>
        )}
      </p>
    </div>
  );
}

/** A refusal of a control value has the label of its field in place of its path. */
function refusalText(error: unknown): string {
  const text = errorText(error);
  const [, path, message] = /^controlValues\.([\w.]+): (.+)$/s.exec(text) ?? [];
  return message === undefined ? text : atControl(path, message);
}
