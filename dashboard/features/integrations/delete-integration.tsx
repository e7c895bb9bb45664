import type { Integration } from "#contract/integrations.ts";
import { Confirmation } from "#dashboard/components/overlays/confirmation.tsx";
import { useRead } from "#dashboard/data/use-read.ts";
import { useEnvironment } from "#dashboard/use-environment.ts";
import { isLastOfChannel, LostChannel } from "./lost-channel.tsx";

interface DeleteIntegrationProps {
  integration: Integration;
  onClose: () => void;
  onDeleted?: () => void;
}

/** Asks before an integration and its credentials are deleted. */
export function DeleteIntegration({ integration, onClose, onDeleted }: DeleteIntegrationProps) {
  const { _id, name, active, channel } = integration;
  const { write } = useEnvironment();
  const { data: all = [] } = useRead("integrations.getAll");
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
      {isLastOfChannel(integration, all) ? (
        <LostChannel channel={channel} />
      ) : (
        active && <p>Steps that name it use the channel's other integrations.</p>
      )}
    </Confirmation>
  );
}
