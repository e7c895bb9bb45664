import { Pencil, RefreshCw, Trash2 } from "lucide-react";
import { useMemo } from "react";
import type { ApiKey } from "#contract/accounts/api-keys.ts";
import { Badge } from "#dashboard/components/display/badge.tsx";
import { RelativeTime } from "#dashboard/components/display/relative-time.tsx";
import { MenuItem, MenuSeparator } from "#dashboard/components/overlays/menu.tsx";
import { type Column, Table } from "#dashboard/lists/table.tsx";
import { actionsColumn } from "../row-actions.tsx";

export type KeyAction = "rename" | "roll" | "end";

interface KeyTableProps {
  keys: readonly ApiKey[];
  roleName: (identifier: string) => string;
  /** The member who made a key. */
  personName: (userId: string) => string | undefined;
  /** Absent for members who may change none. */
  onAction?: ((action: KeyAction, key: ApiKey) => void) | undefined;
}

const ICON = "size-4 shrink-0 text-muted";

/** API keys by their names and ends. */
export function KeyTable({ keys, roleName, personName, onAction }: KeyTableProps) {
  const columns = useMemo(
    (): Column<ApiKey>[] => [
      { id: "name", name: "Name", className: "sm:w-1/3", cell: KeyName },
      { id: "role", name: "Role", cell: ({ role }) => roleName(role) },
      {
        id: "used",
        name: "Last used",
        className: "text-muted",
        cell: ({ lastUsedAt }) => (lastUsedAt === null ? "Never" : <RelativeTime moment={lastUsedAt} />),
      },
      {
        id: "created",
        name: "Created",
        className: "text-muted",
        cell: ({ createdAt, _userId }) => (
          <span className="wrap-anywhere">
            <RelativeTime moment={createdAt} /> {personName(_userId) && <>by {personName(_userId)}</>}
          </span>
        ),
      },
      ...(onAction
        ? [
            actionsColumn<ApiKey>(
              ({ name }) => name,
              (key) => (
                <>
                  <MenuItem onAction={() => onAction("rename", key)}>
                    <Pencil className={ICON} aria-hidden="true" /> Rename
                  </MenuItem>
                  <MenuItem onAction={() => onAction("roll", key)}>
                    <RefreshCw className={ICON} aria-hidden="true" /> Roll
                  </MenuItem>
                  <MenuSeparator />
                  <MenuItem onAction={() => onAction("end", key)}>
                    <Trash2 className={ICON} aria-hidden="true" /> End
                  </MenuItem>
                </>
              ),
            ),
          ]
        : []),
    ],
    [roleName, personName, onAction],
  );
  return <Table label="API keys" columns={columns} rows={keys} rowId={({ _id }) => _id} />;
}

function KeyName({ name, key, type, expireAt }: ApiKey) {
  return (
    <div className="flex min-w-0 flex-col">
      <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
        <span dir="auto" translate="no" className="min-w-0 font-medium wrap-anywhere">
          {name}
        </span>
        {type === "organization" && <Badge>All environments</Badge>}
      </span>
      <span className="text-xs text-muted">
        <code translate="no" className="font-mono">{`•••• ${key.replace(/^nvsk\./, "")}`}</code>
        {expireAt !== null && (
          <>
            {" "}
            · ends <RelativeTime moment={expireAt} />
          </>
        )}
      </span>
    </div>
  );
}
