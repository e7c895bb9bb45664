import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, Suspense, useState } from "react";
import type { Subscriber } from "#contract/subscribers.ts";
import { subscriberName } from "#dashboard/components/display/subscriber-name.ts";
import { lazyNamed } from "#dashboard/components/lazy-named.ts";
import { MENU_COLUMN, ObjectMenu } from "#dashboard/lists/object-menu.tsx";
import { type Column, Table } from "#dashboard/lists/table.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";
import { SUBSCRIBER_COLUMNS } from "./subscriber-columns.tsx";

// What is needed once something is deleted is not part of the list's first load.
const DeleteSubscriber = lazyNamed(() => import("../delete-subscriber.tsx"), "DeleteSubscriber");

interface SubscriberListProps {
  subscribers: readonly Subscriber[];
  pager: ReactNode;
}

/** A page of subscribers, with what can be done with each. */
export function SubscriberList({ subscribers, pager }: SubscriberListProps) {
  const navigate = useNavigate();
  const { may } = useEnvironment();
  const [deleting, setDeleting] = useState<Subscriber>();
  const menu: Column<Subscriber> = {
    ...MENU_COLUMN,
    cell: (subscriber) => (
      <ObjectMenu
        name={subscriberName(subscriber)}
        id={subscriber.subscriberId}
        idName="id"
        onOpen={() =>
          void navigate({
            to: "/subscribers/$subscriberId",
            params: { subscriberId: subscriber.subscriberId },
            search: {},
          })
        }
        onDelete={may("environment.use") ? () => setDeleting(subscriber) : undefined}
      />
    ),
  };
  return (
    <>
      <Table
        label="Subscribers"
        columns={[...SUBSCRIBER_COLUMNS, menu]}
        rows={subscribers}
        rowId={({ subscriberId }) => subscriberId}
      />
      {pager}
      {deleting && (
        <Suspense>
          <DeleteSubscriber subscriber={deleting} onClose={() => setDeleting(undefined)} />
        </Suspense>
      )}
    </>
  );
}
