import { createFileRoute, stripSearchParams, useNavigate } from "@tanstack/react-router";
import { Users } from "lucide-react";
import { SearchField } from "#dashboard/components/controls/search-field.tsx";
import { CodeBlock } from "#dashboard/components/display/code-block.tsx";
import { EmptyState } from "#dashboard/components/feedback/empty-state.tsx";
import { TransferMenu } from "#dashboard/features/imports/transfer-menu.tsx";
import { CreateSubscriber } from "#dashboard/features/subscribers/create-subscriber.tsx";
import { SubscriberList } from "#dashboard/features/subscribers/list/subscriber-list.tsx";
import { KeysetSearch, keysetQuery } from "#dashboard/lists/keyset-search.ts";
import { ListScreen } from "#dashboard/lists/list-screen.tsx";
import { defaultsOf } from "#dashboard/lists/list-search.ts";
import { ListSkeleton } from "#dashboard/lists/list-skeleton.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";

export const Route = createFileRoute("/_app/subscribers/")({
  validateSearch: KeysetSearch,
  search: { middlewares: [stripSearchParams(defaultsOf(KeysetSearch))] },
  loader: ({ context: { prefetch, read }, location }) =>
    prefetch(read("v2.subscribers.list", keysetQuery(KeysetSearch.parse(location.search)))),
  pendingComponent: () => <ListSkeleton title="Subscribers" filters="max-w-xs" />,
  component: SubscribersPage,
});

const BY_CODE = 'await belfry.subscribers.identify("ada", { firstName: "Ada", email: "ada@example.com" });';

function SubscribersPage() {
  const search = Route.useSearch();
  const navigate = useNavigate({ from: Route.fullPath });
  const { may, read } = useEnvironment();
  const create = may("environment.use") && <CreateSubscriber />;
  const transfer = <TransferMenu kinds={["subscribers", "preferences"]} />;
  return (
    <ListScreen
      noun={["subscriber", "subscribers"]}
      icon={<Users />}
      screen={{
        title: "Subscribers",
        actions: (
          <>
            {transfer}
            {create}
          </>
        ),
      }}
      schema={KeysetSearch}
      search={search}
      onSearch={(next, replace) => void navigate({ search: next, replace })}
      read={read("v2.subscribers.list", keysetQuery(search))}
      pageOf={({ data, next, previous }) => ({ rows: data, next, previous })}
      filters={(change) => (
        <section aria-label="Filter subscribers" className="flex flex-wrap items-center gap-2">
          <SearchField
            primary
            label="Search subscribers"
            value={search.query}
            onSearch={(query) => change({ query })}
          />
        </section>
      )}
      noMatch="No id, name, address or number begins with that. Ids count as they are written."
      none={
        <EmptyState icon={<Users />} title="No subscribers yet" action="create">
          <p>
            A subscriber is a person who gets notifications. Events create those that they name, and so does your code:
          </p>
          <CodeBlock label="TypeScript" code={BY_CODE} />
        </EmptyState>
      }
    >
      {(subscribers, { pager }) => <SubscriberList subscribers={subscribers} pager={pager} />}
    </ListScreen>
  );
}
