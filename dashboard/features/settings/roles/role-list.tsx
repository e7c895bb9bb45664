import { useCallback, useState } from "react";
import type { Role } from "#contract/accounts/roles.ts";
import { isKept } from "#dashboard/kept-input.ts";
import { useEnvironment } from "#dashboard/use-environment.ts";
import { DeleteRole } from "./delete-role.tsx";
import { editingOf, RoleDialog } from "./role-dialog.tsx";
import { type RoleAction, RoleTable } from "./role-table.tsx";

/** The roles, with what can be done with those that the organisation made. */
export function RoleList({ roles }: { roles: readonly Role[] }) {
  const { may } = useEnvironment();
  const [asked, setAsked] = useState<{ action: RoleAction; role: Role } | undefined>(() => {
    const role = roles.find(({ identifier }) => isKept(editingOf(identifier)));
    return role && { action: "edit", role };
  });
  const close = () => setAsked(undefined);
  const onAction = useCallback((action: RoleAction, role: Role) => setAsked({ action, role }), []);
  return (
    <>
      <RoleTable roles={roles} onAction={may("roles.manage") ? onAction : undefined} />
      {asked?.action === "edit" && <RoleDialog role={asked.role} onClose={close} />}
      {asked?.action === "delete" && <DeleteRole role={asked.role} onClose={close} />}
    </>
  );
}
