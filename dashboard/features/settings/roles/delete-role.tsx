import type { Role } from "#contract/accounts/roles.ts";
import { Confirmation } from "#dashboard/components/overlays/confirmation.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";

/** Asks before a role is deleted. One that somebody has is not: the dialog says so then. */
export function DeleteRole({ role, onClose }: { role: Role; onClose: () => void }) {
  const { write } = useEnvironment();
  return (
    <Confirmation
      onClose={onClose}
      title={`Delete ${role.name}?`}
      action="Delete role"
      onConfirm={() => write("organizations.deleteRole", role.identifier)}
      done={`${role.name} was deleted`}
    >
      <p>No member, no invited person and no API key may have it.</p>
    </Confirmation>
  );
}
