import { Pencil, Trash2 } from "lucide-react";
import { useMemo } from "react";
import type { Role } from "#contract/accounts/roles.ts";
import { PERMISSION_NAMES } from "#contract/constants/permission-names.ts";
import { Badge } from "#dashboard/components/display/badge.tsx";
import { MenuItem, MenuSeparator } from "#dashboard/components/overlays/menu.tsx";
import { type Column, Table } from "#dashboard/lists/table.tsx";
import { actionsColumn } from "../row-actions.tsx";
import { PERMISSION_TITLES } from "./permission-titles.ts";

export type RoleAction = "edit" | "delete";

interface RoleTableProps {
  roles: readonly Role[];
  /** Absent for members who may change none. */
  onAction?: ((action: RoleAction, role: Role) => void) | undefined;
}

const ICON = "size-4 shrink-0 text-muted";

/** Roles with what they allow. */
export function RoleTable({ roles, onAction }: RoleTableProps) {
  const columns = useMemo(
    (): Column<Role>[] => [
      { id: "name", name: "Name", className: "sm:w-1/4", cell: RoleName },
      { id: "permissions", name: "Permissions", cell: Permissions },
      ...(onAction
        ? [
            actionsColumn<Role>(
              ({ name }) => name,
              (role) =>
                !role.isBuiltIn && (
                  <>
                    <MenuItem onAction={() => onAction("edit", role)}>
                      <Pencil className={ICON} aria-hidden="true" /> Edit
                    </MenuItem>
                    <MenuSeparator />
                    <MenuItem onAction={() => onAction("delete", role)}>
                      <Trash2 className={ICON} aria-hidden="true" /> Delete
                    </MenuItem>
                  </>
                ),
            ),
          ]
        : []),
    ],
    [onAction],
  );
  return <Table label="Roles" columns={columns} rows={roles} rowId={({ identifier }) => identifier} />;
}

function RoleName({ name, identifier, isBuiltIn }: Role) {
  return (
    <div className="flex min-w-0 flex-col">
      <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
        <span dir="auto" translate="no" className="min-w-0 font-medium wrap-anywhere">
          {name}
        </span>
        {isBuiltIn && <Badge>Built-in</Badge>}
      </span>
      <code translate="no" className="font-mono text-xs text-muted wrap-anywhere">
        {identifier}
      </code>
    </div>
  );
}

function Permissions({ permissions }: Role) {
  if (permissions.length === PERMISSION_NAMES.length) return <span className="text-muted">All permissions</span>;
  return (
    <span className="text-muted">{permissions.map((permission) => PERMISSION_TITLES[permission]).join(" · ")}</span>
  );
}
