import { createFileRoute, stripSearchParams, useNavigate } from "@tanstack/react-router";
import { Building2 } from "lucide-react";
import type { Query } from "#client/client.ts";
import { SearchField } from "#dashboard/components/controls/search-field.tsx";
import { CodeBlock } from "#dashboard/components/display/code-block.tsx";
import { EmptyState } from "#dashboard/components/feedback/empty-state.tsx";
import { CreateTenant } from "#dashboard/features/tenants/create-tenant.tsx";
import { TenantList } from "#dashboard/features/tenants/tenant-list.tsx";
import { ListScreen } from "#dashboard/lists/list-screen.tsx";
import { defaultsOf } from "#dashboard/lists/list-search.ts";
import { ListSkeleton } from "#dashboard/lists/list-skeleton.tsx";
import { PAGE_SIZES } from "#dashboard/lists/page-sizes.ts";
import { pageParam, searchSchema, sizeParam, textParam } from "#dashboard/lists/search-schemas.ts";
import { useEnvironment } from "#dashboard/use-environment.ts";

const TenantSearch = searchSchema({ query: textParam, page: pageParam, size: sizeParam(PAGE_SIZES) });

const tenantQuery = ({ query, page, size }: ReturnType<typeof TenantSearch.parse>): Query<"listTenants"> => ({
  page,
  limit: size,
  ...(query && { query }),
});

export const Route = createFileRoute("/_app/tenants/")({
  validateSearch: TenantSearch,
  search: { middlewares: [stripSearchParams(defaultsOf(TenantSearch))] },
  loader: ({ context: { prefetch, read }, location }) =>
    prefetch(read("tenants.list", tenantQuery(TenantSearch.parse(location.search)))),
  pendingComponent: () => <ListSkeleton title="Tenants" filters="max-w-xs" />,
  component: TenantsPage,
});

const BY_CODE = 'await belfry.tenants.create("acme", { name: "Acme", data: { plan: "gold" } });';

function TenantsPage() {
  const search = Route.useSearch();
  const navigate = useNavigate({ from: Route.fullPath });
  const { may, read } = useEnvironment();
  const create = may("environment.use") && <CreateTenant />;
  return (
    <ListScreen
      noun={["tenant", "tenants"]}
      icon={<Building2 />}
      screen={{ title: "Tenants", actions: create }}
      schema={TenantSearch}
      search={search}
      onSearch={(next, replace) => void navigate({ search: next, replace })}
      read={read("tenants.list", tenantQuery(search))}
      pageOf={({ data, pageSize, hasMore }) => ({ rows: data, pageSize, hasMore })}
      filters={(change) => (
        <section aria-label="Filter tenants" className="flex flex-wrap items-center gap-2">
          <SearchField primary label="Search tenants" value={search.query} onSearch={(query) => change({ query })} />
        </section>
      )}
      noMatch="No identifier or name begins with that. Identifiers count as they are written."
      none={
        <EmptyState icon={<Building2 />} title="No tenants yet" action="create">
          <p>
            A tenant is a customer of yours, for whom events can have other data, another look or other integrations.
            Your code makes them, too:
          </p>
          <CodeBlock label="TypeScript" code={BY_CODE} />
        </EmptyState>
      }
    >
      {(tenants, { pager }) => <TenantList tenants={tenants} pager={pager} />}
    </ListScreen>
  );
}
