import { useMutation, useQueries, useQuery } from "@tanstack/react-query";
import { createFileRoute, getRouteApi, stripSearchParams, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { flattenTexts } from "#contract/constants/translation-texts.ts";
import type { TranslationGroup } from "#contract/translations.ts";
import { Button } from "../../../components/button.tsx";
import { CopyableId } from "../../../components/copy-button.tsx";
import { LoadFailed } from "../../../components/load-failed.tsx";
import { MissingObject } from "../../../components/missing-object.tsx";
import { NavigationBlocker } from "../../../components/navigation-blocker.tsx";
import { Page } from "../../../components/page.tsx";
import { QueryResult } from "../../../components/query-result.tsx";
import { SearchField } from "../../../components/search-field.tsx";
import { SkeletonRows } from "../../../components/skeleton.tsx";
import { NameDialog } from "../../../features/translations/name-dialog.tsx";
import { TextGrid } from "../../../features/translations/text-grid.tsx";
import { useTypedTexts } from "../../../features/translations/use-typed-texts.ts";
import { isKept } from "../../../kept-input.ts";
import { useOpenedObject } from "../../../recent-objects.ts";
import { pageParam, searchSchema, textParam } from "../../../search-schemas.ts";
import { useEnvironment } from "../../../use-environment.ts";

const NAMES = ["key", "locale"] as const;

export const Route = createFileRoute("/_app/translations/$group")({
  validateSearch: searchSchema({ query: textParam, page: pageParam }),
  search: { middlewares: [stripSearchParams({ query: "", page: 0 })] },
  loader: ({ context: { prefetch, queries }, params }) => prefetch(queries.translations.get(params.group)),
  // A search and a page of the texts are of what was read.
  shouldReload: ({ cause }) => cause === "enter",
  pendingComponent: GroupSkeleton,
  component: GroupPage,
});

const app = getRouteApi("/_app");

function GroupPage() {
  const { group } = Route.useParams();
  const { queries, queriesOf } = useEnvironment();
  const query = useQuery(queries.translations.get(group));
  return (
    <QueryResult
      query={query}
      headingLevel={1}
      skeleton={<GroupSkeleton />}
      missing={
        <MissingObject
          kind="translation group"
          queryIn={(environmentId) => queriesOf(environmentId).translations.get(group)}
        />
      }
    >
      {(found) => <GroupScreen key={found._id} group={found} />}
    </QueryResult>
  );
}

function GroupScreen({ group: { name, identifier, locales } }: { group: TranslationGroup }) {
  useOpenedObject({ kind: "translation_group", id: identifier, title: name, subtitle: identifier });
  const search = Route.useSearch();
  const navigate = useNavigate({ from: Route.fullPath });
  const [adding, setAdding] = useState(() => NAMES.find(isKept));
  const { queries, mutations, may, readOnly } = useEnvironment();
  const defaultLocale = app.useRouteContext({
    select: ({ membership }) => membership.organization.defaultLocale ?? "en",
  });
  const importing = useMutation(mutations.importTexts(identifier));
  const reads = useQueries({ queries: locales.map(({ locale }) => queries.translations.texts(identifier, locale)) });
  const columns = locales.flatMap(({ locale }, index) => {
    const texts = reads[index]?.data;
    return texts ? [{ locale, texts }] : [];
  });
  const storedKeys = () => new Set(columns.flatMap(({ texts }) => [...flattenTexts(texts).keys()]));
  const { texts: typedTexts, isTyped, newKeys, addKey } = useTypedTexts(storedKeys);

  return (
    <Page
      title={name}
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
            onSearch={(query) => void navigate({ search: { query }, replace: true })}
          />
          {may("content.edit") && (
            <>
              <Button disabled={readOnly} onClick={() => setAdding("key")}>
                Add key
              </Button>
              <Button disabled={readOnly} onClick={() => setAdding("locale")}>
                Add locale
              </Button>
            </>
          )}
        </>
      }
    >
      <NavigationBlocker title="Leave without saving?" dirty={isTyped} />
      {locales.map(
        ({ locale }, index) =>
          reads[index] && <LoadFailed key={locale} what={`The texts in ${locale}`} query={reads[index]} />,
      )}
      {reads.some(({ data, isError }) => data === undefined && !isError) ? (
        <SkeletonRows />
      ) : (
        <TextGrid
          group={identifier}
          defaultLocale={defaultLocale}
          columns={columns}
          newKeys={newKeys}
          search={search.query}
          page={search.page}
          onPage={(page) => void navigate({ search: { ...search, page } })}
          typedTexts={typedTexts}
        />
      )}
      <NameDialog
        kind="key"
        open={adding === "key"}
        onClose={() => setAdding(undefined)}
        hint={`Templates print it as ${identifier}.key`}
        taken={[]}
        onName={async (key) => addKey(key)}
      />
      <NameDialog
        kind="locale"
        open={adding === "locale"}
        onClose={() => setAdding(undefined)}
        hint="Such as de or pt-BR"
        taken={locales.map(({ locale }) => locale)}
        onName={async (locale) => void (await importing.mutateAsync({ locale, texts: {} }))}
      />
    </Page>
  );
}

function GroupSkeleton() {
  return (
    <Page title="Translations">
      <SkeletonRows />
    </Page>
  );
}
