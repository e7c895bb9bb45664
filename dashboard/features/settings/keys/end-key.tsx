import type { ApiKey } from "#contract/accounts/api-keys.ts";
import { Confirmation } from "#dashboard/components/overlays/confirmation.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";

/** Asks before a key ends at once. */
export function EndKey({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const { write } = useEnvironment();
  return (
    <Confirmation
      onClose={onClose}
      title={`End ${apiKey.name}?`}
      action="End key"
      onConfirm={() => write("apiKeys.end", apiKey._id)}
      done={`${apiKey.name} has ended`}
    >
      <p>Applications that use it are refused from now on, and inboxes that it has proven are closed.</p>
      <p>To replace it without an interruption, roll it instead.</p>
    </Confirmation>
  );
}
