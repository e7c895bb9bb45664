import type { Tenant } from "#contract/tenants.ts";
import { Confirmation } from "#dashboard/components/overlays/confirmation.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";
import { tenantName } from "./tenant-name.ts";

interface DeleteTenantProps {
  tenant: Tenant;
  onClose: () => void;
  onDeleted?: () => void;
}

/** Asks before a tenant is deleted. */
export function DeleteTenant({ tenant, onClose, onDeleted }: DeleteTenantProps) {
  const { write } = useEnvironment();
  const name = tenantName(tenant);
  return (
    <Confirmation
      onClose={onClose}
      title={`Delete ${name}?`}
      action="Delete tenant"
      done={`${name} was deleted`}
      onConfirm={async () => {
        await write("tenants.delete", tenant.identifier);
        onDeleted?.();
      }}
    >
      <p>
        Its data and what workflows do differently for it are removed. Events that name it are refused from then on.
        This cannot be undone.
      </p>
    </Confirmation>
  );
}
