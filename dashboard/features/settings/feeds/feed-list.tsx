import { Rows3 } from "lucide-react";
import { Suspense, useState } from "react";
import type { Feed } from "#contract/inbox/feeds.ts";
import { CopyableId } from "#dashboard/components/controls/copy-button.tsx";
import { RelativeTime } from "#dashboard/components/display/relative-time.tsx";
import { EmptyState } from "#dashboard/components/feedback/empty-state.tsx";
import { lazyNamed } from "#dashboard/components/lazy-named.ts";
import { MenuItem } from "#dashboard/components/overlays/menu.tsx";
import { type Column, Table } from "#dashboard/lists/table.tsx";
import { actionsColumn } from "../row-actions.tsx";

// Few feeds are deleted.
const DeleteFeed = lazyNamed(() => import("./delete-feed.tsx"), "DeleteFeed");

const COLUMNS: readonly Column<Feed>[] = [
  {
    id: "name",
    name: "Name",
    className: "max-sm:pe-12 sm:w-1/3",
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
    id: "identifier",
    name: "Identifier",
    className: "sm:max-w-0 sm:w-1/3",
    cell: ({ identifier }) => <CopyableId value={identifier} what="identifier of the feed" />,
  },
  {
    id: "created",
    name: "Created",
    className: "text-muted whitespace-nowrap",
    cell: ({ createdAt }) => <RelativeTime moment={createdAt} />,
  },
];

interface FeedListProps {
  feeds: readonly Feed[];
  mayEdit: boolean;
}

/** The feeds of the environment. */
export function FeedList({ feeds, mayEdit }: FeedListProps) {
  const [deleting, setDeleting] = useState<Feed>();
  const actions = actionsColumn<Feed>(
    ({ name }) => name,
    (feed) => <MenuItem onAction={() => setDeleting(feed)}>Delete</MenuItem>,
  );
  if (feeds.length === 0) {
    return (
      <EmptyState icon={<Rows3 />} title="No feeds yet" action="create">
        A feed is a named part of an inbox, such as its tab of invoices. In-app steps choose the one they send to.
      </EmptyState>
    );
  }
  return (
    <>
      <Table label="Feeds" columns={mayEdit ? [...COLUMNS, actions] : COLUMNS} rows={feeds} rowId={({ _id }) => _id} />
      {deleting && (
        <Suspense>
          <DeleteFeed feed={deleting} onClose={() => setDeleting(undefined)} />
        </Suspense>
      )}
    </>
  );
}
