import { useQuery } from "@tanstack/react-query";
import { Folder } from "lucide-react";
import { useState } from "react";
import type { NotificationGroup } from "#contract/workflows/notification-groups.ts";
import { countText } from "#dashboard/components/display/count-text.ts";
import { RelativeTime } from "#dashboard/components/display/relative-time.tsx";
import { EmptyState } from "#dashboard/components/feedback/empty-state.tsx";
import { LoadFailed } from "#dashboard/components/feedback/load-failed.tsx";
import { lazyNamed } from "#dashboard/components/lazy-named.ts";
import { Confirmation } from "#dashboard/components/overlays/confirmation.tsx";
import { MenuItem, MenuSeparator } from "#dashboard/components/overlays/menu.tsx";
import { FormDialog } from "#dashboard/forms/form-dialog.tsx";
import { type Column, Table } from "#dashboard/lists/table.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";
import { actionsColumn } from "../row-actions.tsx";

// The contract's schemas are not part of the list's first load.
const NameForm = lazyNamed(() => import("../name-form.tsx"), "NameForm");

const COLUMNS: readonly Column<NotificationGroup>[] = [
  {
    id: "name",
    name: "Name",
    className: "max-sm:pe-12 sm:w-1/2",
    cell: ({ name }) => (
      <span
        className="block truncate font-medium max-sm:whitespace-normal max-sm:wrap-anywhere"
        dir="auto"
        translate="no"
      >
        {name}
      </span>
    ),
  },
  {
    id: "created",
    name: "Created",
    className: "text-muted whitespace-nowrap",
    cell: ({ createdAt }) => <RelativeTime moment={createdAt} />,
  },
];

interface GroupListProps {
  groups: readonly NotificationGroup[];
  mayEdit: boolean;
}

/** The groups in which workflows are ordered. */
export function GroupList({ groups, mayEdit }: GroupListProps) {
  const { write } = useEnvironment();
  const [asked, setAsked] = useState<{ action: "rename" | "delete"; group: NotificationGroup }>();
  const close = () => setAsked(undefined);
  const actions = actionsColumn<NotificationGroup>(
    ({ name }) => name,
    (group) => (
      <>
        <MenuItem onAction={() => setAsked({ action: "rename", group })}>Rename</MenuItem>
        <MenuSeparator />
        <MenuItem onAction={() => setAsked({ action: "delete", group })}>Delete</MenuItem>
      </>
    ),
  );
  if (groups.length === 0) {
    return (
      <EmptyState icon={<Folder />} title="No groups yet" action="create">
        Groups order workflows: orders, invoices, security.
      </EmptyState>
    );
  }
  return (
    <>
      <Table
        label="Groups"
        columns={mayEdit ? [...COLUMNS, actions] : COLUMNS}
        rows={groups}
        rowId={({ _id }) => _id}
      />
      {asked?.action === "rename" && (
        <FormDialog
          open
          onOpenChange={(isOpen) => !isOpen && close()}
          title={`Rename ${asked.group.name}`}
          height="h-24"
        >
          <NameForm
            name={asked.group.name}
            keptName={`group-${asked.group._id}`}
            action="Rename group"
            send={async (name) => {
              await write("notificationGroups.update", asked.group._id, { name });
              close();
            }}
          />
        </FormDialog>
      )}
      {asked?.action === "delete" && <DeleteGroup group={asked.group} onClose={close} />}
    </>
  );
}

function DeleteGroup({ group: { _id, name }, onClose }: { group: NotificationGroup; onClose: () => void }) {
  const { read, write } = useEnvironment();
  const query = useQuery(read("v2.workflows.list", { notificationGroupId: _id, limit: 1 }));
  const count = query.data?.totalCount;
  return (
    <Confirmation
      onClose={onClose}
      title={`Delete ${name}?`}
      action="Delete group"
      done={`${name} was deleted`}
      onConfirm={() => write("notificationGroups.delete", _id)}
    >
      <p>
        {count === undefined
          ? "Its workflows stay, without a group."
          : `${countText(count, "workflow")} in it will have no group. They go on as they are.`}
      </p>
      <LoadFailed what="The number of its workflows" query={query} />
    </Confirmation>
  );
}
