import { createFileRoute, Link, stripSearchParams, useNavigate } from "@tanstack/react-router";
import { Languages } from "lucide-react";
import type { TranslationGroup } from "#contract/translations.ts";
import { CopyableId } from "#dashboard/components/controls/copy-button.tsx";
import { Badge } from "#dashboard/components/display/badge.tsx";
import { RelativeTime } from "#dashboard/components/display/relative-time.tsx";
import { EmptyState } from "#dashboard/components/feedback/empty-state.tsx";
import { LoadFailed } from "#dashboard/components/feedback/load-failed.tsx";
import { QueryResult } from "#dashboard/components/feedback/query-result.tsx";
import { SkeletonRows } from "#dashboard/components/feedback/skeleton.tsx";
import { Page } from "#dashboard/components/page.tsx";
import { useRead } from "#dashboard/data/use-read.ts";
import { CreateGroup } from "#dashboard/features/translations/create-group.tsx";
import { OpenTexts } from "#dashboard/features/translations/open-texts.tsx";
import { UnknownKeys } from "#dashboard/features/translations/unknown-keys.tsx";
import { Pager } from "#dashboard/lists/pager.tsx";
import { type Column, ROW_LINK_CLASS, Table } from "#dashboard/lists/table.tsx";
import { pageParam, searchSchema } from "#dashboard/search-schemas.ts";

const PAGE_SIZE = 25;
const Search = searchSchema({ page: pageParam });
const COLUMNS: readonly Column<TranslationGroup>[] = [
  { id: "name", name: "Name", className: "sm:w-2/5", cell: GroupName },
  { id: "locales", name: "Locales", cell: Locales },
  { id: "open", name: "Open texts", cell: OpenTextsOfGroup },
  {
    id: "updated",
    name: "Updated",
    className: "text-muted",
    cell: ({ updatedAt }) => <RelativeTime moment={updatedAt} />,
  },
];

export const Route = createFileRoute("/_app/translations/")({
  validateSearch: Search,
  search: { middlewares: [stripSearchParams({ page: 0 })] },
  loader: ({ context: { prefetch, read }, location }) =>
    prefetch(read("translations.listGroups", { ...Search.parse(location.search), limit: PAGE_SIZE })),
  pendingComponent: () => (
    <Page wide title="Translations">
      <SkeletonRows />
    </Page>
  ),
  component: TranslationsPage,
});

function TranslationsPage() {
  const search = Route.useSearch();
  const navigate = useNavigate();
  const result = useRead("translations.listGroups", { ...search, limit: PAGE_SIZE });
  const counts = useRead("translations.count", { ...search, limit: PAGE_SIZE });
  const createGroup = (
    <CreateGroup
      onCreated={({ identifier }) => void navigate({ to: "/translations/$group", params: { group: identifier } })}
    />
  );
  return (
    <Page wide title="Translations" actions={result.data?.data.length === 0 ? null : createGroup}>
      <UnknownKeys />
      <QueryResult query={result} skeleton={<SkeletonRows />}>
        {({ data, page, pageSize, totalCount }) =>
          data.length > 0 ? (
            <>
              <LoadFailed what="The counts of open texts" query={counts} />
              <Table label="Translation groups" columns={COLUMNS} rows={data} rowId={({ _id }) => _id} />
              <Pager
                page={page}
                pageSize={pageSize}
                shown={data.length}
                total={totalCount}
                hasMore={(page + 1) * pageSize < totalCount}
                onPage={(next) => void navigate({ to: "/translations", search: { page: next } })}
              />
            </>
          ) : (
            <EmptyState icon={<Languages />} title="No translations yet" action={createGroup}>
              <p>
                A group holds texts in several languages. Templates print them as{" "}
                <code translate="no" className="font-mono text-xs whitespace-nowrap">
                  {'{{ "shop.hello" | i18n }}'}
                </code>
                , in the language of each subscriber.
              </p>
            </EmptyState>
          )
        }
      </QueryResult>
    </Page>
  );
}

function GroupName({ name, identifier }: TranslationGroup) {
  return (
    <>
      <Link to="/translations/$group" params={{ group: identifier }} data-row className={ROW_LINK_CLASS}>
        {name}
      </Link>
      <CopyableId value={identifier} what="identifier" />
    </>
  );
}

function OpenTextsOfGroup({ identifier }: TranslationGroup) {
  const search = Route.useSearch();
  const { data, isError } = useRead("translations.count", { ...search, limit: PAGE_SIZE });
  return <OpenTexts group={identifier} counts={data} hasFailed={isError} />;
}

function Locales({ locales }: TranslationGroup) {
  return (
    <span className="flex flex-wrap gap-1">
      {locales.map(({ locale }) => (
        <Badge key={locale}>{locale}</Badge>
      ))}
    </span>
  );
}
