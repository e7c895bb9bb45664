import { createFileRoute, stripSearchParams, useNavigate } from "@tanstack/react-router";
import { SearchField } from "#dashboard/components/controls/search-field.tsx";
import { QueryResult } from "#dashboard/components/feedback/query-result.tsx";
import { RefreshFailed } from "#dashboard/components/feedback/refresh-failed.tsx";
import { Skeleton, SkeletonRows } from "#dashboard/components/feedback/skeleton.tsx";
import { Page } from "#dashboard/components/page.tsx";
import { useRead } from "#dashboard/data/use-read.ts";
import { CreateLayout } from "#dashboard/features/layouts/create-layout.tsx";
import { LayoutList } from "#dashboard/features/layouts/list/layout-list.tsx";
import {
  LayoutSearch,
  listQuery,
  orderBy,
  orderOf,
  SEARCH_DEFAULTS,
} from "#dashboard/features/layouts/list/layout-search.ts";
import { NoLayouts } from "#dashboard/features/layouts/list/no-layouts.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";

export const Route = createFileRoute("/_app/layouts/")({
  validateSearch: LayoutSearch,
  search: { middlewares: [stripSearchParams(SEARCH_DEFAULTS)] },
  loader: ({ context: { prefetch, read }, location }) =>
    prefetch(read("v2.layouts.list", listQuery(LayoutSearch.parse(location.search)))),
  pendingComponent: () => (
    <Page title="Layouts" wide>
      <Skeleton className="h-8 w-full max-w-xs" />
      <SkeletonRows />
    </Page>
  ),
  component: LayoutsPage,
});

function LayoutsPage() {
  const search = Route.useSearch();
  const navigate = useNavigate({ from: Route.fullPath });
  const { may, readOnly } = useEnvironment();
  const query = useRead("v2.layouts.list", listQuery(search));
  const create = may("content.edit") && !readOnly && (
    <CreateLayout
      onCreated={({ _id }) => void navigate({ to: "/layouts/$layoutId", params: { layoutId: _id }, search: {} })}
    />
  );
  const isEmpty = query.data?.totalCount === 0 && search.query === "";
  return (
    <Page wide title="Layouts" summary={query.isRefetchError && <RefreshFailed />} actions={isEmpty ? null : create}>
      {!isEmpty && (
        <section aria-label="Filter layouts" className="flex flex-wrap items-center gap-2">
          <SearchField
            primary
            label="Search layouts"
            value={search.query}
            onSearch={(text) => void navigate({ search: { ...search, page: 0, query: text }, replace: true })}
          />
        </section>
      )}
      <QueryResult query={query} skeleton={<SkeletonRows />}>
        {(list) =>
          list.layouts.length > 0 ? (
            <LayoutList
              list={list}
              sort={{
                ...orderOf(search),
                onSort: (by) => void navigate({ search: { ...search, ...orderBy(search, by) }, replace: true }),
              }}
              page={search.page}
              pageSize={search.size}
              onPage={(page) => void navigate({ search: { ...search, page } })}
              onPageSize={(size) => void navigate({ search: { ...search, size, page: 0 }, replace: true })}
            />
          ) : (
            <NoLayouts
              reason={list.totalCount > 0 ? "past" : search.query === "" ? "empty" : "filtered"}
              onClear={() =>
                void navigate({ search: { ...search, query: list.totalCount > 0 ? search.query : "", page: 0 } })
              }
              create={create}
            />
          )
        }
      </QueryResult>
    </Page>
  );
}
