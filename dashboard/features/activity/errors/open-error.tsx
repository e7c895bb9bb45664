import { Confirmation } from "#dashboard/components/overlays/confirmation.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";

/** Asks whether an error that was resolved or is ignored is to be open again, and opens it. */
export function OpenError({ id, onClose }: { id: string; onClose: () => void }) {
  const { write } = useEnvironment();
  return (
    <Confirmation
      onClose={onClose}
      title="Open this error again?"
      action="Open error"
      tone="primary"
      onConfirm={() => write("failureGroups.open", id)}
      done="The error is open again"
    >
      <p>It returns to the open errors without a new failure.</p>
    </Confirmation>
  );
}
