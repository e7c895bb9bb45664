import { createFileRoute, stripSearchParams, useNavigate } from "@tanstack/react-router";
import { Hash } from "lucide-react";
import { SearchField } from "#dashboard/components/controls/search-field.tsx";
import { CodeBlock } from "#dashboard/components/display/code-block.tsx";
import { EmptyState } from "#dashboard/components/feedback/empty-state.tsx";
import { TransferMenu } from "#dashboard/features/imports/transfer-menu.tsx";
import { CreateTopic } from "#dashboard/features/topics/create-topic.tsx";
import { TopicList } from "#dashboard/features/topics/topic-list.tsx";
import { KeysetSearch, keysetQuery } from "#dashboard/lists/keyset-search.ts";
import { ListScreen } from "#dashboard/lists/list-screen.tsx";
import { defaultsOf } from "#dashboard/lists/list-search.ts";
import { ListSkeleton } from "#dashboard/lists/list-skeleton.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";

const countedQuery = (search: KeysetSearch) => ({ ...keysetQuery(search), includeCounts: true });

export const Route = createFileRoute("/_app/topics/")({
  validateSearch: KeysetSearch,
  search: { middlewares: [stripSearchParams(defaultsOf(KeysetSearch))] },
  loader: ({ context: { prefetch, read }, location }) =>
    prefetch(read("v2.topics.list", countedQuery(KeysetSearch.parse(location.search)))),
  pendingComponent: () => <ListSkeleton title="Topics" filters="max-w-xs" />,
  component: TopicsPage,
});

const BY_CODE = 'await belfry.topics.addSubscribers("crew", { subscribers: ["ada", "bob"] });';

function TopicsPage() {
  const search = Route.useSearch();
  const navigate = useNavigate({ from: Route.fullPath });
  const { may, read } = useEnvironment();
  const create = may("environment.use") && <CreateTopic />;
  const transfer = <TransferMenu kinds={["topics"]} />;
  return (
    <ListScreen
      noun={["topic", "topics"]}
      icon={<Hash />}
      screen={{
        title: "Topics",
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
      read={read("v2.topics.list", countedQuery(search))}
      pageOf={({ data, next, previous }) => ({ rows: data, next, previous })}
      filters={(change) => (
        <section aria-label="Filter topics" className="flex flex-wrap items-center gap-2">
          <SearchField primary label="Search topics" value={search.query} onSearch={(query) => change({ query })} />
        </section>
      )}
      noMatch="No key or name begins with that. Keys count as they are written."
      none={
        <EmptyState icon={<Hash />} title="No topics yet" action="create">
          <p>A topic is a list of subscribers: one event for it reaches them all. Your code fills it, too:</p>
          <CodeBlock label="TypeScript" code={BY_CODE} />
        </EmptyState>
      }
    >
      {(topics, { pager }) => <TopicList topics={topics} pager={pager} />}
    </ListScreen>
  );
}
