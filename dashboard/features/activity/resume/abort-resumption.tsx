import type { ResumptionKind } from "#contract/constants/resumptions.ts";
import { countText } from "#dashboard/components/display/count-text.ts";
import { Confirmation } from "#dashboard/components/overlays/confirmation.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";
import { KIND_TEXTS, type RunsChange } from "./kind-texts.ts";
import { gone } from "./resumption-texts.ts";

interface AbortResumptionProps {
  resumption: RunsChange;
  kind: ResumptionKind;
  onClose: () => void;
}

const WRITES = { resume: "notifications.endResumption", cancel: "notifications.endCancellation" } as const;

/** Asks whether a resumption or a cancellation is to be ended before its time, and ends it. */
export function AbortResumption({ resumption, kind, onClose }: AbortResumptionProps) {
  const { write } = useEnvironment();
  const { noun, done } = KIND_TEXTS[kind];
  const left = countText(resumption.total - gone(resumption), "run");
  return (
    <Confirmation
      onClose={onClose}
      title={`Abort this ${noun}?`}
      action={`Abort ${noun}`}
      onConfirm={() => write(WRITES[kind], resumption._id)}
      done={`The ${noun} was aborted`}
    >
      <p>
        {resumption.state === "counting"
          ? `No run has been ${done} yet, and none will be.`
          : kind === "resume"
            ? `Runs that were resumed continue. About ${left} will stay as they are, and can be resumed later.`
            : `Runs that were cancelled stay cancelled. About ${left} will continue.`}
      </p>
    </Confirmation>
  );
}
