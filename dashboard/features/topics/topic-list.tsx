import { Link, useNavigate } from "@tanstack/react-router";
import { type ReactNode, Suspense, useState } from "react";
import type { ListedTopic } from "#contract/v2/topics.ts";
import { WithRowId } from "#dashboard/components/controls/copy-button.tsx";
import { CompactCount } from "#dashboard/components/display/compact-count.tsx";
import { RelativeTime } from "#dashboard/components/display/relative-time.tsx";
import { lazyNamed } from "#dashboard/components/lazy-named.ts";
import { MENU_COLUMN, ObjectMenu } from "#dashboard/lists/object-menu.tsx";
import { type Column, ROW_LINK_CLASS, Table } from "#dashboard/lists/table.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";
import { topicName } from "./topic-name.ts";

// What is needed once something is deleted is not part of the list's first load.
const DeleteTopic = lazyNamed(() => import("./delete-topic.tsx"), "DeleteTopic");

/** A page of topics, with what can be done with each. */
export function TopicList({ topics, pager }: { topics: readonly ListedTopic[]; pager: ReactNode }) {
  const navigate = useNavigate();
  const { may } = useEnvironment();
  const [deleting, setDeleting] = useState<ListedTopic>();
  const menu: Column<ListedTopic> = {
    ...MENU_COLUMN,
    cell: (topic) => (
      <ObjectMenu
        name={topicName(topic)}
        id={topic.key}
        idName="key"
        onOpen={() => void navigate({ to: "/topics/$key", params: { key: topic.key }, search: {} })}
        onDelete={may("environment.use") ? () => setDeleting(topic) : undefined}
      />
    ),
  };
  return (
    <>
      <Table label="Topics" columns={[...COLUMNS, menu]} rows={topics} rowId={({ _id }) => _id} />
      {pager}
      {deleting && (
        <Suspense>
          <DeleteTopic topic={deleting} onClose={() => setDeleting(undefined)} />
        </Suspense>
      )}
    </>
  );
}

const COLUMNS: readonly Column<ListedTopic>[] = [
  {
    id: "topic",
    name: "Topic",
    className: "max-sm:pe-11 sm:w-1/2",
    cell: (topic) => (
      <WithRowId value={topic.key} what="key">
        <Link
          to="/topics/$key"
          params={{ key: topic.key }}
          search={{}}
          data-row
          dir="auto"
          translate="no"
          title={topicName(topic)}
          className={`${ROW_LINK_CLASS} max-w-full min-w-0`}
        >
          {topicName(topic)}
        </Link>
      </WithRowId>
    ),
  },
  {
    id: "subscribers",
    name: "Subscribers",
    className: "whitespace-nowrap",
    cell: ({ subscriberCount }) =>
      subscriberCount && (
        <span className="relative z-10">
          <CompactCount {...subscriberCount} />
        </span>
      ),
  },
  {
    id: "updated",
    name: "Changed",
    className: "text-muted whitespace-nowrap sm:max-lg:hidden",
    cell: ({ updatedAt }) => <RelativeTime moment={updatedAt} />,
  },
  {
    id: "created",
    name: "Created",
    className: "text-muted whitespace-nowrap",
    cell: ({ createdAt }) => <RelativeTime moment={createdAt} />,
  },
];
