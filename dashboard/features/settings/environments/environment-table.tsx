import { Link } from "@tanstack/react-router";
import type { Environment } from "#contract/accounts/environments.ts";
import { CopyableId } from "#dashboard/components/controls/copy-button.tsx";
import { Badge } from "#dashboard/components/display/badge.tsx";
import { EnvironmentDot } from "#dashboard/components/display/environment-dot.tsx";
import { RelativeTime } from "#dashboard/components/display/relative-time.tsx";
import { MenuItem, MenuSeparator } from "#dashboard/components/overlays/menu.tsx";
import { type Column, Table } from "#dashboard/lists/table.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";
import { actionsColumn } from "../row-actions.tsx";

export type EnvironmentAction = "edit" | "delete";

interface EnvironmentTableProps {
  environments: readonly Environment[];
  /** Undefined for members who may change none. */
  onAction: ((action: EnvironmentAction, environment: Environment) => void) | undefined;
}

/** The environments of the organisation. Development and Production, which it has always, are not deleted. */
export function EnvironmentTable({ environments, onAction }: EnvironmentTableProps) {
  const { current, may } = useEnvironment();
  const parents = new Set(environments.map(({ _parentId }) => _parentId));
  const isOfPair = ({ _id, _parentId }: Environment) => _parentId !== undefined || parents.has(_id);
  const columns: readonly Column<Environment>[] = [
    {
      id: "name",
      name: "Name",
      className: "max-sm:pe-12 sm:w-1/3",
      cell: (environment) => (
        <span className="flex min-w-0 items-center gap-2">
          <EnvironmentDot environment={environment} />
          <span
            className="truncate font-medium max-sm:whitespace-normal max-sm:wrap-anywhere"
            dir="auto"
            translate="no"
            title={environment.name}
          >
            {environment.name}
          </span>
          {environment._id === current?._id && <Badge tone="accent">Open</Badge>}
        </span>
      ),
    },
    {
      id: "identifier",
      name: "Application identifier",
      className: "sm:max-w-0 sm:w-1/4",
      cell: ({ identifier }) => <CopyableId value={identifier} what="application identifier" />,
    },
    ...(may("keys.read") ? [KEYS_COLUMN] : []),
    {
      id: "approval",
      name: "Publishing to it",
      className: "text-muted whitespace-nowrap",
      cell: ({ requiresApproval }) => (
        <Link to="/changes" className="text-accent underline">
          {requiresApproval ? "Needs approval" : "No approval"}
        </Link>
      ),
    },
    {
      id: "created",
      name: "Created",
      className: "text-muted whitespace-nowrap max-xl:hidden",
      cell: ({ createdAt }) => <RelativeTime moment={createdAt} />,
    },
  ];
  const actions = actionsColumn<Environment>(
    ({ name }) => name,
    (environment) => (
      <>
        <MenuItem onAction={() => onAction?.("edit", environment)}>Edit</MenuItem>
        {!isOfPair(environment) && (
          <>
            <MenuSeparator />
            <MenuItem onAction={() => onAction?.("delete", environment)}>Delete</MenuItem>
          </>
        )}
      </>
    ),
  );
  return (
    <Table
      label="Environments"
      columns={onAction ? [...columns, actions] : columns}
      rows={environments}
      rowId={({ _id }) => _id}
    />
  );
}

const KEYS_COLUMN: Column<Environment> = {
  id: "keys",
  name: "API keys",
  className: "text-muted tabular-nums",
  cell: ({ apiKeys }) => apiKeys?.length ?? 0,
};
