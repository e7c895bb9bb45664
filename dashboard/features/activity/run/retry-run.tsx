import { useState } from "react";
import type { Activity } from "#contract/notifications.ts";
import { STEP_TYPE_LABELS } from "#dashboard/components/display/step-type.tsx";
import { Confirmation } from "#dashboard/components/overlays/confirmation.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";
import { chosenIntegration, IntegrationChoice, USUAL } from "../resume/integration-choice.tsx";

/** Asks before the failed steps of a run are executed again, and resumes it. */
export function RetryRun({ run, onClose }: { run: Activity; onClose: () => void }) {
  const { write } = useEnvironment();
  const [integration, setIntegration] = useState(USUAL);
  const failed = run.jobs.filter(({ status }) => status === "failed");
  const names = failed.map(({ step, type }) => step.name || STEP_TYPE_LABELS[type].name);
  return (
    <Confirmation
      onClose={onClose}
      title="Retry this run?"
      action={names.length === 1 ? "Retry step" : "Retry steps"}
      tone="primary"
      onConfirm={() => write("notifications.resume", run._id, { version: "pinned", ...chosenIntegration(integration) })}
      done="The run continues with its failed steps"
    >
      <p>
        {`Executes again what failed: ${names.join(", ")}. Steps that an earlier failure stopped follow. Completed steps are not repeated.`}
      </p>
      <IntegrationChoice channels={failed.map(({ type }) => type)} value={integration} onChange={setIntegration} />
    </Confirmation>
  );
}
