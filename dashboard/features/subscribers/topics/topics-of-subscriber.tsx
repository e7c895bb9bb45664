import { Link } from "@tanstack/react-router";
import { X } from "lucide-react";
import type { Subscription } from "#contract/v2/topics.ts";
import { IconButton } from "#dashboard/components/controls/button.tsx";
import { WithRowId } from "#dashboard/components/controls/copy-button.tsx";
import { RelativeTime } from "#dashboard/components/display/relative-time.tsx";
import { canBeAddedAgain, termsColumns } from "#dashboard/components/display/subscription-terms.tsx";
import { showToast } from "#dashboard/components/overlays/toast.ts";
import { errorText } from "#dashboard/errors.ts";
import { useOneMutation } from "#dashboard/forms/use-one-mutation.ts";
import { type Column, ROW_LINK_CLASS, Table } from "#dashboard/lists/table.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";

interface TopicsOfSubscriberProps {
  subscriberId: string;
  memberships: readonly Subscription[];
}

/** The topics that a subscriber is in. */
export function TopicsOfSubscriber({ subscriberId, memberships }: TopicsOfSubscriberProps) {
  const { may, write } = useEnvironment();
  const removal = useOneMutation({
    mutationFn: ({ _id: identifier, topic: { key } }: Subscription) =>
      write("v2.topics.removeSubscriptions", key, { subscriptions: [{ identifier }] }),
    onSuccess: (_, { topic, ...subscription }) =>
      showToast({
        tone: "success",
        text: `Removed from ${topic.name || topic.key}`,
        ...(canBeAddedAgain({ ...subscription, topic }) && {
          undo: () => void write("v2.topics.addSubscriptions", topic.key, { subscriptions: [subscriberId] }),
        }),
      }),
    onError: (error, { topic }) =>
      showToast({ tone: "danger", text: `Not removed from ${topic.name || topic.key}. ${errorText(error)}` }),
  });
  const remove: Column<Subscription> = {
    id: "remove",
    name: "Remove",
    nameHidden: true,
    className: "sm:w-12 sm:ps-0",
    cell: (membership) => (
      <span className="relative z-10 flex justify-end max-sm:absolute max-sm:end-2 max-sm:top-1">
        <IconButton
          label={`Remove from ${membership.topic.name || membership.topic.key}`}
          onClick={() => removal.mutate(membership)}
        >
          <X className="size-4" aria-hidden="true" />
        </IconButton>
      </span>
    ),
  };
  const [topic, ...others] = COLUMNS;
  const columns = [...(topic ? [topic] : []), ...termsColumns(memberships), ...others];
  return (
    <Table
      label="Topics"
      columns={may("environment.use") ? [...columns, remove] : columns}
      rows={memberships}
      rowId={({ _id }) => _id}
    />
  );
}

const COLUMNS: readonly Column<Subscription>[] = [
  {
    id: "topic",
    name: "Topic",
    className: "max-sm:pe-11 sm:w-2/3",
    cell: ({ topic: { key, name } }) => (
      <WithRowId value={key} what="key">
        <Link
          to="/topics/$key"
          params={{ key }}
          search={{}}
          data-row
          dir="auto"
          translate="no"
          title={name || key}
          className={`${ROW_LINK_CLASS} max-w-full min-w-0`}
        >
          {name || key}
        </Link>
      </WithRowId>
    ),
  },
  {
    id: "since",
    name: "Added",
    className: "text-muted whitespace-nowrap",
    cell: ({ createdAt }) => <RelativeTime moment={createdAt} />,
  },
];
