import { Link, useNavigate } from "@tanstack/react-router";
import { type ReactNode, Suspense, useState } from "react";
import type { StoredContext } from "#contract/v2/contexts.ts";
import { RelativeTime } from "#dashboard/components/display/relative-time.tsx";
import { lazyNamed } from "#dashboard/components/lazy-named.ts";
import { MENU_COLUMN, ObjectMenu } from "#dashboard/lists/object-menu.tsx";
import { type Column, ROW_LINK_CLASS, Table } from "#dashboard/lists/table.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";
import { contextKey } from "./context-key.ts";

// What is needed once something is deleted is not part of the list's first load.
const DeleteContext = lazyNamed(() => import("./delete-context.tsx"), "DeleteContext");

/** A page of contexts, with what can be done with each. */
export function ContextList({ contexts, pager }: { contexts: readonly StoredContext[]; pager: ReactNode }) {
  const navigate = useNavigate();
  const { may } = useEnvironment();
  const [deleting, setDeleting] = useState<StoredContext>();
  const menu: Column<StoredContext> = {
    ...MENU_COLUMN,
    cell: (context) => (
      <ObjectMenu
        name={contextKey(context)}
        id={contextKey(context)}
        idName="key"
        onOpen={() => void navigate({ to: "/contexts/$type/$id", params: { type: context.type, id: context.id } })}
        onDelete={may("environment.use") ? () => setDeleting(context) : undefined}
      />
    ),
  };
  return (
    <>
      <Table label="Contexts" columns={[...COLUMNS, menu]} rows={contexts} rowId={contextKey} />
      {pager}
      {deleting && (
        <Suspense>
          <DeleteContext context={deleting} onClose={() => setDeleting(undefined)} />
        </Suspense>
      )}
    </>
  );
}

const COLUMNS: readonly Column<StoredContext>[] = [
  {
    id: "context",
    name: "Context",
    className: "max-sm:pe-11 sm:max-w-0 sm:w-2/5",
    cell: ({ type, id }) => (
      <Link
        to="/contexts/$type/$id"
        params={{ type, id }}
        data-row
        translate="no"
        title={contextKey({ type, id })}
        className={ROW_LINK_CLASS}
      >
        {id}
      </Link>
    ),
  },
  {
    id: "type",
    name: "Type",
    className: "sm:max-w-0 sm:w-1/4",
    cell: ({ type }) => (
      <span className="block truncate" translate="no" title={type}>
        {type}
      </span>
    ),
  },
  {
    id: "updated",
    name: "Changed",
    className: "text-muted whitespace-nowrap",
    cell: ({ updatedAt }) => <RelativeTime moment={updatedAt} />,
  },
];
