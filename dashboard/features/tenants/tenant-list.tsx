import { Link, useNavigate } from "@tanstack/react-router";
import { type ReactNode, Suspense, useState } from "react";
import type { Tenant } from "#contract/tenants.ts";
import { CopyableId } from "#dashboard/components/controls/copy-button.tsx";
import { RelativeTime } from "#dashboard/components/display/relative-time.tsx";
import { lazyNamed } from "#dashboard/components/lazy-named.ts";
import { MENU_COLUMN, ObjectMenu } from "#dashboard/lists/object-menu.tsx";
import { type Column, ROW_LINK_CLASS, Table } from "#dashboard/lists/table.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";
import { tenantName } from "./tenant-name.ts";

// What is needed once something is deleted is not part of the list's first load.
const DeleteTenant = lazyNamed(() => import("./delete-tenant.tsx"), "DeleteTenant");

/** A page of tenants, with what can be done with each. */
export function TenantList({ tenants, pager }: { tenants: readonly Tenant[]; pager: ReactNode }) {
  const navigate = useNavigate();
  const { may } = useEnvironment();
  const [deleting, setDeleting] = useState<Tenant>();
  const menu: Column<Tenant> = {
    ...MENU_COLUMN,
    cell: (tenant) => (
      <ObjectMenu
        name={tenantName(tenant)}
        id={tenant.identifier}
        idName="identifier"
        onOpen={() => void navigate({ to: "/tenants/$identifier", params: { identifier: tenant.identifier } })}
        onDelete={may("environment.use") ? () => setDeleting(tenant) : undefined}
      />
    ),
  };
  return (
    <>
      <Table label="Tenants" columns={[...COLUMNS, menu]} rows={tenants} rowId={({ _id }) => _id} />
      {pager}
      {deleting && (
        <Suspense>
          <DeleteTenant tenant={deleting} onClose={() => setDeleting(undefined)} />
        </Suspense>
      )}
    </>
  );
}

const COLUMNS: readonly Column<Tenant>[] = [
  {
    id: "tenant",
    name: "Tenant",
    className: "max-sm:pe-11 sm:w-2/5",
    cell: (tenant) => (
      <Link
        to="/tenants/$identifier"
        params={{ identifier: tenant.identifier }}
        data-row
        dir="auto"
        translate="no"
        title={tenantName(tenant)}
        className={ROW_LINK_CLASS}
      >
        {tenantName(tenant)}
      </Link>
    ),
  },
  {
    id: "identifier",
    name: "Identifier",
    className: "sm:w-1/3 sm:max-w-0",
    cell: ({ identifier }) => <CopyableId value={identifier} what="identifier" />,
  },
  {
    id: "updated",
    name: "Changed",
    className: "text-muted whitespace-nowrap",
    cell: ({ updatedAt }) => <RelativeTime moment={updatedAt} />,
  },
];
