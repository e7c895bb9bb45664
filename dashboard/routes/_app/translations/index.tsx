import { createFileRoute, stripSearchParams, useNavigate } from "@tanstack/react-router";
import { Languages } from "lucide-react";
import { EmptyState } from "#dashboard/components/feedback/empty-state.tsx";
import { LoadFailed } from "#dashboard/components/feedback/load-failed.tsx";
import { useRead } from "#dashboard/data/use-read.ts";
import { CreateGroup } from "#dashboard/features/translations/create-group.tsx";
import { GroupTable } from "#dashboard/features/translations/group-table.tsx";
import { UnknownKeys } from "#dashboard/features/translations/unknown-keys.tsx";
import { ListScreen } from "#dashboard/lists/list-screen.tsx";
import { ListSkeleton } from "#dashboard/lists/list-skeleton.tsx";
import { pageParam, searchSchema } from "#dashboard/lists/search-schemas.ts";
import { useEnvironment } from "#dashboard/use-environment.ts";

const PAGE_SIZE = 25;
const Search = searchSchema({ page: pageParam });

export const Route = createFileRoute("/_app/translations/")({
  validateSearch: Search,
  search: { middlewares: [stripSearchParams({ page: 0 })] },
  loader: ({ context: { prefetch, read }, location }) =>
    prefetch(read("translations.listGroups", { ...Search.parse(location.search), limit: PAGE_SIZE })),
  pendingComponent: () => <ListSkeleton title="Translations" />,
  component: TranslationsPage,
});

function TranslationsPage() {
  const search = Route.useSearch();
  const navigate = useNavigate();
  const { read } = useEnvironment();
  const counts = useRead("translations.count", { ...search, limit: PAGE_SIZE });
  const create = (
    <CreateGroup
      onCreated={({ identifier }) => void navigate({ to: "/translations/$group", params: { group: identifier } })}
    />
  );
  return (
    <ListScreen
      noun={["translation group", "translation groups"]}
      icon={<Languages />}
      screen={{ title: "Translations", actions: create }}
      schema={Search}
      search={search}
      onSearch={(next, replace) => void navigate({ to: "/translations", search: next, replace })}
      read={read("translations.listGroups", { ...search, limit: PAGE_SIZE })}
      pageOf={({ data, pageSize, totalCount }) => ({ rows: data, pageSize, total: totalCount })}
      filters={() => <UnknownKeys />}
      none={
        <>
          <UnknownKeys />
          <EmptyState icon={<Languages />} title="No translations yet" action="create">
            <p>
              A group holds texts in several languages. Templates print them as{" "}
              <code translate="no" className="font-mono text-xs whitespace-nowrap">
                {'{{ "shop.hello" | i18n }}'}
              </code>
              , in the language of each subscriber.
            </p>
          </EmptyState>
        </>
      }
    >
      {(groups, { pager }) => (
        <>
          <LoadFailed what="The counts of open texts" query={counts} />
          <GroupTable groups={groups} counts={counts} />
          {pager}
        </>
      )}
    </ListScreen>
  );
}
