import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useState } from "react";
import type { Subscription } from "#contract/v2/topics.ts";
import { Button } from "#dashboard/components/controls/button.tsx";
import { WithRowId } from "#dashboard/components/controls/copy-button.tsx";
import { countText } from "#dashboard/components/display/count-text.ts";
import { RelativeTime } from "#dashboard/components/display/relative-time.tsx";
import { subscriberName } from "#dashboard/components/display/subscriber-name.ts";
import { termsColumns } from "#dashboard/components/display/subscription-terms.tsx";
import { Confirmation } from "#dashboard/components/overlays/confirmation.tsx";
import { BulkBar } from "#dashboard/lists/bulk-bar.tsx";
import { type Column, ROW_LINK_CLASS, Table } from "#dashboard/lists/table.tsx";
import { useRowSelection } from "#dashboard/lists/use-row-selection.ts";
import { useEnvironment } from "#dashboard/use-environment.ts";

interface MemberTableProps {
  topicKey: string;
  members: readonly Subscription[];
  pager: ReactNode;
}

/** A page of the members of a topic, of whom some can be removed. */
export function MemberTable({ topicKey, members, pager }: MemberTableProps) {
  const { may, write } = useEnvironment();
  const selection = useRowSelection(members.map(({ _id }) => _id));
  const [isAsking, setAsking] = useState(false);
  const { selected } = selection;
  const subscriptions = countText(selected.length, "subscription");
  const [subscriber, ...others] = COLUMNS;
  return (
    <>
      <Table
        label="Members"
        columns={[...(subscriber ? [subscriber] : []), ...termsColumns(members), ...others]}
        rows={members}
        rowId={({ _id }) => _id}
        rowName={({ subscriber }) => subscriberName(subscriber)}
        {...(may("environment.use") && { selection })}
      />
      {pager}
      <BulkBar selection={selection} noun="subscription">
        <Button onClick={() => setAsking(true)}>Remove from the topic</Button>
      </BulkBar>
      <Confirmation
        open={isAsking}
        onClose={() => setAsking(false)}
        title={`Remove ${subscriptions}?`}
        action={`Remove ${subscriptions}`}
        done={`${subscriptions} removed`}
        onConfirm={async () => {
          await write("v2.topics.removeSubscriptions", topicKey, {
            subscriptions: selected.map((identifier) => ({ identifier })),
          });
          selection.clear();
        }}
      >
        <p>Events for the topic no longer reach the subscribers by it. The subscribers themselves stay.</p>
      </Confirmation>
    </>
  );
}

const COLUMNS: readonly Column<Subscription>[] = [
  {
    id: "subscriber",
    name: "Subscriber",
    className: "sm:w-1/3",
    cell: ({ subscriber }) => (
      <WithRowId value={subscriber.subscriberId} what="subscriber id">
        <Link
          to="/subscribers/$subscriberId"
          params={{ subscriberId: subscriber.subscriberId }}
          data-row
          dir="auto"
          translate="no"
          title={subscriberName(subscriber)}
          className={`${ROW_LINK_CLASS} max-w-full min-w-0`}
        >
          {subscriberName(subscriber)}
        </Link>
      </WithRowId>
    ),
  },
  {
    id: "contact",
    name: "Contact",
    className: "sm:w-1/3 sm:max-w-0",
    cell: ({ subscriber: { email, phone } }) =>
      email || phone ? (
        <span dir="auto" translate="no" className="block truncate" title={email || phone}>
          {email || phone}
        </span>
      ) : (
        <span className="text-muted">–</span>
      ),
  },
  {
    id: "since",
    name: "Added",
    className: "text-muted whitespace-nowrap",
    cell: ({ createdAt }) => <RelativeTime moment={createdAt} />,
  },
];
