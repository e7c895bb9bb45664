import type { Activity } from "#contract/notifications.ts";
import { Confirmation } from "#dashboard/components/overlays/confirmation.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";

/** Asks whether what has not begun of a run is to be cancelled, and cancels it. */
export function CancelRun({ run, onClose }: { run: Activity; onClose: () => void }) {
  const { write } = useEnvironment();
  return (
    <Confirmation
      onClose={onClose}
      title="Cancel this run?"
      action="Cancel run"
      onConfirm={() => write("notifications.cancel", run._id)}
      done="The run is being cancelled"
    >
      <p>
        Steps that have not begun are not executed for this subscriber. A message on its way is still sent. Other runs
        of the event continue.
      </p>
    </Confirmation>
  );
}
