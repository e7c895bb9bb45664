import { createFileRoute, stripSearchParams, useNavigate } from "@tanstack/react-router";
import { PanelsTopLeft } from "lucide-react";
import { SearchField } from "#dashboard/components/controls/search-field.tsx";
import { EmptyState } from "#dashboard/components/feedback/empty-state.tsx";
import { CreateLayout } from "#dashboard/features/layouts/create-layout.tsx";
import { LayoutList } from "#dashboard/features/layouts/list/layout-list.tsx";
import { LAYOUT_ORDER, LayoutSearch, listQuery } from "#dashboard/features/layouts/list/layout-search.ts";
import { ListScreen } from "#dashboard/lists/list-screen.tsx";
import { defaultsOf } from "#dashboard/lists/list-search.ts";
import { ListSkeleton } from "#dashboard/lists/list-skeleton.tsx";
import { PublishedHere } from "#dashboard/lists/published-here.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";

export const Route = createFileRoute("/_app/layouts/")({
  validateSearch: LayoutSearch,
  search: { middlewares: [stripSearchParams(defaultsOf(LayoutSearch))] },
  loader: ({ context: { prefetch, read }, location }) =>
    prefetch(read("v2.layouts.list", listQuery(LayoutSearch.parse(location.search)))),
  pendingComponent: () => <ListSkeleton title="Layouts" filters="max-w-xs" />,
  component: LayoutsPage,
});

function LayoutsPage() {
  const search = Route.useSearch();
  const navigate = useNavigate({ from: Route.fullPath });
  const { may, read, readOnly } = useEnvironment();
  const create = may("content.edit") && !readOnly && (
    <CreateLayout
      onCreated={({ _id }) => void navigate({ to: "/layouts/$layoutId", params: { layoutId: _id }, search: {} })}
    />
  );
  return (
    <ListScreen
      noun={["layout", "layouts"]}
      icon={<PanelsTopLeft />}
      screen={{ title: "Layouts", actions: create }}
      schema={LayoutSearch}
      search={search}
      onSearch={(next, replace) => void navigate({ search: next, replace })}
      read={read("v2.layouts.list", listQuery(search))}
      pageOf={({ layouts, totalCount }) => ({ rows: layouts, total: totalCount })}
      order={LAYOUT_ORDER}
      filters={(change) => (
        <section aria-label="Filter layouts" className="flex flex-wrap items-center gap-2">
          <SearchField primary label="Search layouts" value={search.query} onSearch={(query) => change({ query })} />
        </section>
      )}
      noMatch="No layout has that in its name or identifier."
      none={
        readOnly ? (
          <PublishedHere nouns="layouts" icon={<PanelsTopLeft />} />
        ) : (
          <EmptyState icon={<PanelsTopLeft />} title="No layouts yet" action="create">
            A layout is the frame around the content of emails: its head, its foot, and what is the same in all of them.
          </EmptyState>
        )
      }
    >
      {(layouts, parts) => <LayoutList layouts={layouts} {...parts} />}
    </ListScreen>
  );
}
