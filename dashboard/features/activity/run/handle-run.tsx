import type { Activity } from "#contract/notifications.ts";
import { Confirmation } from "#dashboard/components/overlays/confirmation.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";

/** Asks before a run is marked as handled, or before the mark is taken back. */
export function HandleRun({ run: { _id, handled }, onClose }: { run: Activity; onClose: () => void }) {
  const { write } = useEnvironment();
  if (handled) {
    return (
      <Confirmation
        onClose={onClose}
        title="Remove the mark?"
        action="Remove mark"
        tone="primary"
        onConfirm={() => write("notifications.unmarkHandled", _id)}
        done="The run is no longer marked as handled"
      >
        <p>{`${handled.name} marked the run as handled.`}</p>
      </Confirmation>
    );
  }
  return (
    <Confirmation
      onClose={onClose}
      title="Mark this run as handled?"
      action="Mark as handled"
      tone="primary"
      onConfirm={() => write("notifications.markHandled", _id)}
      done="The run is marked as handled"
    >
      <p>
        Shows other members that you took care of it. The run stays failed and counts as before. A retry removes the
        mark.
      </p>
    </Confirmation>
  );
}
