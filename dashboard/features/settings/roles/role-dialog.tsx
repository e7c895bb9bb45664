import type { Role } from "#contract/accounts/roles.ts";
import { lazyNamed } from "#dashboard/components/lazy-named.ts";
import { showToast } from "#dashboard/components/overlays/toast.ts";
import { FormDialog } from "#dashboard/forms/form-dialog.tsx";

// The contract's schemas are not part of the list's first load.
const RoleForm = lazyNamed(() => import("./role-form.tsx"), "RoleForm");

/** The name under which a role is kept that was not created. */
export const NEW_ROLE = "new-role";
/** The name under which changes of a role are kept that were not saved. */
export const editingOf = (identifier: string) => `role-${identifier}`;

interface RoleDialogProps {
  /** The role to change; a new one without it. */
  role?: Role | undefined;
  onClose: () => void;
}

/** Asks for the name and the permissions of a role, and stays open until it is saved. */
export function RoleDialog({ role, onClose }: RoleDialogProps) {
  return (
    <FormDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={role ? `Edit ${role.name}` : "New role"}
      height="h-96"
    >
      <RoleForm
        role={role}
        keptName={role ? editingOf(role.identifier) : NEW_ROLE}
        onSaved={({ name }) => {
          onClose();
          showToast({ tone: "success", text: role ? `${name} was saved` : `${name} was created` });
        }}
      />
    </FormDialog>
  );
}
