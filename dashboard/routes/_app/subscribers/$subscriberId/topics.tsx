import { createFileRoute, stripSearchParams, useNavigate } from "@tanstack/react-router";
import { Hash } from "lucide-react";
import { EmptyState } from "#dashboard/components/feedback/empty-state.tsx";
import { AddToTopic } from "#dashboard/features/subscribers/topics/add-to-topic.tsx";
import { TopicsOfSubscriber } from "#dashboard/features/subscribers/topics/topics-of-subscriber.tsx";
import { KeysetSearch, keysetPage } from "#dashboard/lists/keyset-search.ts";
import { ListScreen } from "#dashboard/lists/list-screen.tsx";
import { defaultsOf } from "#dashboard/lists/list-search.ts";
import { ListSkeleton } from "#dashboard/lists/list-skeleton.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";

export const Route = createFileRoute("/_app/subscribers/$subscriberId/topics")({
  validateSearch: KeysetSearch,
  search: { middlewares: [stripSearchParams(defaultsOf(KeysetSearch))] },
  loader: ({ context: { prefetch, read }, params, location }) =>
    prefetch(
      read("v2.subscribers.listSubscriptions", params.subscriberId, keysetPage(KeysetSearch.parse(location.search))),
    ),
  pendingComponent: () => <ListSkeleton />,
  component: TopicsTab,
});

function TopicsTab() {
  const { subscriberId } = Route.useParams();
  const search = Route.useSearch();
  const navigate = useNavigate({ from: Route.fullPath });
  const { may, read } = useEnvironment();
  const add = may("environment.use") && <AddToTopic subscriberId={subscriberId} />;
  return (
    <ListScreen
      noun={["topic", "topics"]}
      icon={<Hash />}
      schema={KeysetSearch}
      search={search}
      onSearch={(next, replace) => void navigate({ search: next, replace })}
      read={read("v2.subscribers.listSubscriptions", subscriberId, keysetPage(search))}
      pageOf={({ data, next, previous }) => ({ rows: data, next, previous })}
      none={
        <EmptyState icon={<Hash />} title="In no topic" action={add}>
          An event for a topic reaches all of its subscribers.
        </EmptyState>
      }
    >
      {(memberships, { pager }) => (
        <>
          {add && <div>{add}</div>}
          <TopicsOfSubscriber subscriberId={subscriberId} memberships={memberships} />
          {pager}
        </>
      )}
    </ListScreen>
  );
}
