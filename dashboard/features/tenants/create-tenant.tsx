import { useNavigate } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { useState } from "react";
import { Button } from "#dashboard/components/controls/button.tsx";
import { lazyNamed } from "#dashboard/components/lazy-named.ts";
import { FormDialog } from "#dashboard/forms/form-dialog.tsx";
import { isKept } from "#dashboard/kept-input.ts";

// The contract's schemas are not part of the list's first load.
const TenantForm = lazyNamed(() => import("./tenant-form.tsx"), "TenantForm");

/** The name under which a tenant is kept that was not created. */
const NEW_TENANT = "new-tenant";

/** A button that opens the form of a new tenant. */
export function CreateTenant() {
  const [open, setOpen] = useState(() => isKept(NEW_TENANT));
  const navigate = useNavigate();
  return (
    <>
      <Button variant="primary" data-primary-create onClick={() => setOpen(true)}>
        <Plus className="size-4" aria-hidden="true" /> Create tenant
      </Button>
      <FormDialog open={open} onOpenChange={setOpen} title="New tenant" height="h-80">
        <TenantForm
          keptName={NEW_TENANT}
          onSaved={({ identifier }) => {
            setOpen(false);
            void navigate({ to: "/tenants/$identifier", params: { identifier } });
          }}
        />
      </FormDialog>
    </>
  );
}
