import type { Integration } from "#contract/integrations.ts";
import { Confirmation } from "#dashboard/components/overlays/confirmation.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";

interface DeleteIntegrationProps {
  integration: Integration;
  onClose: () => void;
  onDeleted?: () => void;
}

/** Asks before an integration and its credentials are deleted. */
export function DeleteIntegration({ integration, onClose, onDeleted }: DeleteIntegrationProps) {
  const { _id, name, active } = integration;
  const { write } = useEnvironment();
  return (
    <Confirmation
      onClose={onClose}
      title={`Delete ${name}?`}
      action="Delete integration"
      onConfirm={async () => {
        await write("integrations.delete", _id);
        onDeleted?.();
      }}
      done={`${name} was deleted`}
    >
      <p>Its credentials are deleted with it.</p>
      {active && <p>Steps that name it use the channel's other integrations. Without another one, they fail.</p>}
    </Confirmation>
  );
}
