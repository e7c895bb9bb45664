import type { Resumption } from "#contract/resumptions.ts";
import { countText } from "#dashboard/components/display/count-text.ts";
import { Confirmation } from "#dashboard/components/overlays/confirmation.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";
import { gone } from "./resumption-texts.ts";

/** Asks whether a resumption is to be ended before its time, and ends it. */
export function AbortResumption({ resumption, onClose }: { resumption: Resumption; onClose: () => void }) {
  const { write } = useEnvironment();
  const left = resumption.total - gone(resumption);
  return (
    <Confirmation
      onClose={onClose}
      title="Abort this resumption?"
      action="Abort resumption"
      onConfirm={() => write("notifications.endResumption", resumption._id)}
      done="The resumption was aborted"
    >
      <p>
        {resumption.state === "counting"
          ? "No run has been resumed yet, and none will be."
          : `Runs that were resumed continue. About ${countText(left, "run")} will stay as they are, and can be resumed later.`}
      </p>
    </Confirmation>
  );
}
