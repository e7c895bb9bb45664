import { createFileRoute, stripSearchParams, useNavigate } from "@tanstack/react-router";
import { Layers } from "lucide-react";
import type { Query } from "#client/client.ts";
import { SearchField } from "#dashboard/components/controls/search-field.tsx";
import { CodeBlock } from "#dashboard/components/display/code-block.tsx";
import { EmptyState } from "#dashboard/components/feedback/empty-state.tsx";
import { contextKey } from "#dashboard/features/contexts/context-key.ts";
import { ContextList } from "#dashboard/features/contexts/context-list.tsx";
import { CreateContext } from "#dashboard/features/contexts/create-context.tsx";
import { KeysetSearch, keysetPage } from "#dashboard/lists/keyset-search.ts";
import { ListScreen } from "#dashboard/lists/list-screen.tsx";
import { defaultsOf } from "#dashboard/lists/list-search.ts";
import { ListSkeleton } from "#dashboard/lists/list-skeleton.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";

const contextQuery = (search: KeysetSearch): Query<"listContexts"> => ({
  ...keysetPage(search),
  ...(search.query && { search: search.query }),
});

export const Route = createFileRoute("/_app/contexts/")({
  validateSearch: KeysetSearch,
  search: { middlewares: [stripSearchParams(defaultsOf(KeysetSearch))] },
  loader: ({ context: { prefetch, read }, location }) =>
    prefetch(read("v2.contexts.list", contextQuery(KeysetSearch.parse(location.search)))),
  pendingComponent: () => <ListSkeleton title="Contexts" filters="max-w-xs" />,
  component: ContextsPage,
});

const BY_CODE = `await belfry.events.trigger("order-shipped", {
  to: "ada",
  context: { tenant: { id: "acme", data: { plan: "gold" } } },
});`;

function ContextsPage() {
  const search = Route.useSearch();
  const navigate = useNavigate({ from: Route.fullPath });
  const { may, read } = useEnvironment();
  const create = may("environment.use") && <CreateContext />;
  return (
    <ListScreen
      noun={["context", "contexts"]}
      icon={<Layers />}
      screen={{ title: "Contexts", actions: create }}
      schema={KeysetSearch}
      search={search}
      onSearch={(next, replace) => void navigate({ search: next, replace })}
      read={read("v2.contexts.list", contextQuery(search))}
      pageOf={({ data, next, previous }) => ({
        rows: data.map((context) => ({ ...context, _id: contextKey(context) })),
        next,
        previous,
      })}
      filters={(change) => (
        <section aria-label="Filter contexts" className="flex flex-wrap items-center gap-2">
          <SearchField primary label="Search contexts" value={search.query} onSearch={(query) => change({ query })} />
        </section>
      )}
      noMatch="No id, and no type with an id such as tenant:acme, begins with that. They count as they are written."
      none={
        <EmptyState icon={<Layers />} title="No contexts yet" action="create">
          <p>
            A context is what an event is about: a tenant, an app, a region. An inbox shows the messages of its own
            contexts alone, and people choose for each what they get. An event creates those that it names:
          </p>
          <CodeBlock label="TypeScript" code={BY_CODE} />
        </EmptyState>
      }
    >
      {(contexts, { pager }) => <ContextList contexts={contexts} pager={pager} />}
    </ListScreen>
  );
}
