import { getRouteApi } from "@tanstack/react-router";
import { Button } from "#dashboard/components/controls/button.tsx";
import { TestAnswer } from "./test-answer.tsx";
import { type StepTestProps, useStepTest } from "./use-step-test.ts";

const app = getRouteApi("/_app");

/** Sends the email of the preview to the member. */
export function SendToMe(props: StepTestProps) {
  const email = app.useRouteContext({ select: ({ membership }) => membership.account.email });
  const test = useStepTest(props);
  if (!email) return null;
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Button pending={test.isPending} onClick={() => test.send({ to: email })}>
          Send test to me
        </Button>
        <p className="min-w-0 flex-1 basis-40 text-xs text-muted wrap-anywhere">{`To ${email}`}</p>
      </div>
      <TestAnswer test={test} />
    </div>
  );
}
