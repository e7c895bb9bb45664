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
      <p>It is among the open errors again, and nothing has to fail for that.</p>
    </Confirmation>
  );
}
