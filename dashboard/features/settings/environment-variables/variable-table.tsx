import { Pencil, Trash2 } from "lucide-react";
import { useMemo } from "react";
import type { EnvironmentVariable } from "#contract/accounts/environment-variables.ts";
import { Button } from "#dashboard/components/controls/button.tsx";
import { Badge } from "#dashboard/components/display/badge.tsx";
import { RelativeTime } from "#dashboard/components/display/relative-time.tsx";
import { MenuItem, MenuSeparator } from "#dashboard/components/overlays/menu.tsx";
import { type Column, Table } from "#dashboard/lists/table.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";
import { actionsColumn } from "../row-actions.tsx";

export type VariableAction = "usage" | "edit" | "delete";

interface VariableTableProps {
  variables: readonly EnvironmentVariable[];
  onAction: (action: VariableAction, variable: EnvironmentVariable) => void;
  /** Whether the member may change variables. */
  mayChange: boolean;
}

const ICON = "size-4 shrink-0 text-muted";

/** Variables with their values in the open environment. */
export function VariableTable({ variables, onAction, mayChange }: VariableTableProps) {
  const { current } = useEnvironment();
  const columns = useMemo((): Column<EnvironmentVariable>[] => {
    const valueHere = ({ values }: EnvironmentVariable) =>
      values.find(({ _environmentId }) => _environmentId === current?._id);
    return [
      { id: "key", name: "Key", className: "sm:w-1/4 sm:max-w-0", cell: VariableKey },
      {
        id: "value",
        name: `Value in ${current?.name ?? "this environment"}`,
        className: "sm:w-1/3 sm:max-w-0",
        cell: (variable) => <Value text={valueHere(variable)?.value} />,
      },
      {
        id: "set",
        name: "Set",
        className: "text-muted",
        cell: (variable) => <SetBy value={valueHere(variable)} />,
      },
      {
        id: "used",
        name: "Used by",
        className: "text-muted",
        cell: (variable) => <UsedBy variable={variable} onOpen={() => onAction("usage", variable)} />,
      },
      ...(mayChange
        ? [
            actionsColumn<EnvironmentVariable>(
              ({ key }) => key,
              (variable) => (
                <>
                  <MenuItem onAction={() => onAction("edit", variable)}>
                    <Pencil className={ICON} aria-hidden="true" /> Edit
                  </MenuItem>
                  <MenuSeparator />
                  <MenuItem onAction={() => onAction("delete", variable)}>
                    <Trash2 className={ICON} aria-hidden="true" /> Delete
                  </MenuItem>
                </>
              ),
            ),
          ]
        : []),
    ];
  }, [current, onAction, mayChange]);
  return <Table label="Environment variables" columns={columns} rows={variables} rowId={({ _id }) => _id} />;
}

function VariableKey({ key, isSecret }: EnvironmentVariable) {
  return (
    <span className="flex min-w-0 items-center gap-2 max-sm:pe-8">
      <code translate="no" title={key} className="min-w-0 truncate font-mono">
        {key}
      </code>
      {isSecret && <Badge>Secret</Badge>}
    </span>
  );
}

function Value({ text }: { text: string | undefined }) {
  if (text === undefined) return <span className="text-muted">No value</span>;
  if (text === "") return <span className="text-muted">Empty</span>;
  return (
    <code translate="no" dir="auto" title={text} className="block truncate font-mono">
      {text}
    </code>
  );
}

const BY = { member: "a member", former_member: "a former member", key: "an API key" } as const;

function SetBy({ value }: { value: EnvironmentVariable["values"][number] | undefined }) {
  if (!value) return <span>Never</span>;
  const { at, by, name } = value.set;
  return (
    <span className="wrap-anywhere">
      <RelativeTime moment={at} /> <span>{`by ${name ?? BY[by]}`}</span>
    </span>
  );
}

function UsedBy({ variable: { key, usedBy }, onOpen }: { variable: EnvironmentVariable; onOpen: () => void }) {
  if (usedBy === 0) return <span>Nothing</span>;
  return (
    <span className="relative z-10">
      <Button small aria-label={`${usedBy}: show what uses ${key}`} onClick={onOpen}>
        {usedBy}
      </Button>
    </span>
  );
}
