import { useNavigate } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { lazyNamed } from "#dashboard/components/lazy-named.ts";
import { FormButton } from "#dashboard/forms/form-button.tsx";

// The contract's schemas are not part of the list's first load.
const TenantForm = lazyNamed(() => import("./tenant-form.tsx"), "TenantForm");

/** A button that opens the form of a new tenant. */
export function CreateTenant() {
  const navigate = useNavigate();
  return (
    <FormButton creates text="Create tenant" Icon={Plus} title="New tenant" height="h-80" keptName="new-tenant">
      {({ keptName, close }) => (
        <TenantForm
          keptName={keptName}
          onSaved={({ identifier }) => {
            close();
            void navigate({ to: "/tenants/$identifier", params: { identifier } });
          }}
        />
      )}
    </FormButton>
  );
}
