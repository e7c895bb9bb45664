import { createFileRoute, getRouteApi, stripSearchParams, useNavigate } from "@tanstack/react-router";
import { Languages } from "lucide-react";
import { LOCALE_PATTERN } from "#contract/constants/values/patterns.ts";
import type { TranslationGroup } from "#contract/workflows/translations.ts";
import { CopyableId } from "#dashboard/components/controls/copy-button.tsx";
import { SearchField } from "#dashboard/components/controls/search-field.tsx";
import { EmptyState } from "#dashboard/components/feedback/empty-state.tsx";
import { LoadFailed } from "#dashboard/components/feedback/load-failed.tsx";
import { MissingObject } from "#dashboard/components/feedback/missing-object.tsx";
import { QueryResult } from "#dashboard/components/feedback/query-result.tsx";
import { SkeletonRows } from "#dashboard/components/feedback/skeleton.tsx";
import { NavigationBlocker } from "#dashboard/components/overlays/navigation-blocker.tsx";
import { Page } from "#dashboard/components/page.tsx";
import { useRead } from "#dashboard/data/use-read.ts";
import { AddNames } from "#dashboard/features/translations/add-names.tsx";
import { ExportTexts } from "#dashboard/features/translations/export-menu.tsx";
import { GroupMenu } from "#dashboard/features/translations/group-menu.tsx";
import { ImportTexts } from "#dashboard/features/translations/import-texts.tsx";
import { SHOWN_KEYS, type ShownKeys } from "#dashboard/features/translations/shown-keys.ts";
import { TextGrid } from "#dashboard/features/translations/text-grid.tsx";
import { UnknownKeys } from "#dashboard/features/translations/unknown-keys.tsx";
import { useGroupTexts } from "#dashboard/features/translations/use-group-texts.ts";
import { choiceParam, pageParam, patternParam, searchSchema, textParam } from "#dashboard/lists/search-schemas.ts";
import { useOpenedObject } from "#dashboard/recent-objects.ts";
import { useEnvironment } from "#dashboard/use-environment.ts";

export const Route = createFileRoute("/_app/translations/$group")({
  validateSearch: searchSchema({
    query: textParam,
    page: pageParam,
    show: choiceParam<ShownKeys>(SHOWN_KEYS),
    locale: patternParam(LOCALE_PATTERN),
  }),
  search: { middlewares: [stripSearchParams({ query: "", page: 0 })] },
  loader: ({ context: { prefetch, read }, params }) => prefetch(read("translations.getGroup", params.group)),
  // A search and a page of the texts are of what was read.
  shouldReload: ({ cause }) => cause === "enter",
  pendingComponent: GroupSkeleton,
  component: GroupPage,
});

const app = getRouteApi("/_app");

function GroupPage() {
  const { group } = Route.useParams();
  const { readIn } = useEnvironment();
  const query = useRead("translations.getGroup", group);
  return (
    <QueryResult
      query={query}
      headingLevel={1}
      skeleton={<GroupSkeleton />}
      missing={
        <MissingObject
          kind="translation group"
          queryIn={(environmentId) => readIn(environmentId)("translations.getGroup", group)}
        />
      }
    >
      {(found) => <GroupScreen key={found._id} group={found} />}
    </QueryResult>
  );
}

function GroupScreen({ group }: { group: TranslationGroup }) {
  const { name, identifier, locales } = group;
  useOpenedObject({ kind: "translation_group", id: identifier, title: name, subtitle: identifier });
  const search = Route.useSearch();
  const navigate = useNavigate({ from: Route.fullPath });
  const { may, readOnly } = useEnvironment();
  const defaultLocale = app.useRouteContext({
    select: ({ membership }) => membership.organization.defaultLocale ?? "en",
  });
  const { texts, typed, reads, outdated, usage, isReading } = useGroupTexts(group, defaultLocale);
  const isEditable = may("content.edit") && !readOnly;

  return (
    <Page
      wide
      title={name}
      isName
      summary={
        <>
          <CopyableId value={identifier} what="identifier" />
          <p>
            A text that is missing in a subscriber's locale is taken from the more general one, and then from{" "}
            {defaultLocale}, the organisation's default.
          </p>
        </>
      }
      actions={
        <>
          <SearchField
            primary
            label="Search texts"
            value={search.query}
            onSearch={(query) => void navigate({ search: (before) => ({ ...before, query, page: 0 }), replace: true })}
          />
          <AddNames group={group} onKey={typed.addKey} />
          {isEditable && <ImportTexts group={identifier} locales={locales.map(({ locale }) => locale)} />}
          {locales.length > 0 && <ExportTexts group={identifier} texts={texts} disabled={isReading} />}
          {isEditable && <GroupMenu group={group} usedKeys={usage.data?.keys.length} />}
        </>
      }
    >
      <NavigationBlocker title="Leave without saving?" dirty={typed.isTyped} />
      <UnknownKeys group={identifier} {...(isEditable && { onAdd: typed.addKey })} />
      {reads.map(({ locale, query }) => (
        <LoadFailed key={locale} what={`The texts in ${locale}`} query={query} />
      ))}
      <LoadFailed what="The outdated texts" query={outdated} />
      {isReading ? (
        <SkeletonRows />
      ) : locales.length === 0 ? (
        <EmptyState icon={<Languages />} title="No locales yet">
          <p>
            Add the locale {defaultLocale} first, which texts that are missing in others are taken from, or import a
            file.
          </p>
        </EmptyState>
      ) : (
        <TextGrid
          group={identifier}
          texts={texts}
          usage={usage.data}
          filter={search}
          onFilter={(changes) =>
            void navigate({
              search: (before) => ({ ...before, ...changes, page: 0 }),
              replace: true,
              resetScroll: false,
            })
          }
          page={search.page}
          onPage={(page) => void navigate({ search: (before) => ({ ...before, page }), resetScroll: false })}
          typedTexts={typed.texts}
        />
      )}
    </Page>
  );
}

function GroupSkeleton() {
  return (
    <Page wide title="Translations">
      <SkeletonRows />
    </Page>
  );
}
