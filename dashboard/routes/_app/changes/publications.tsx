import { createFileRoute, stripSearchParams, useNavigate } from "@tanstack/react-router";
import { GitCompareArrows } from "lucide-react";
import { PUBLICATION_STATES } from "#contract/constants/changes.ts";
import { EmptyState } from "#dashboard/components/feedback/empty-state.tsx";
import { STATES } from "#dashboard/features/changes/item-texts.tsx";
import { PublicationSearch, publicationQuery } from "#dashboard/features/changes/publication-search.ts";
import { PublicationTable } from "#dashboard/features/changes/publication-table.tsx";
import { ChoiceFilter } from "#dashboard/lists/filter-button.tsx";
import { ListScreen } from "#dashboard/lists/list-screen.tsx";
import { defaultsOf } from "#dashboard/lists/list-search.ts";
import { ListSkeleton } from "#dashboard/lists/list-skeleton.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";

const STATE_CHOICES = PUBLICATION_STATES.map((id) => ({ id, text: STATES[id].text }));

export const Route = createFileRoute("/_app/changes/publications")({
  validateSearch: PublicationSearch,
  search: { middlewares: [stripSearchParams(defaultsOf(PublicationSearch))] },
  loader: ({ context: { prefetch, read }, location }) =>
    prefetch(read("publications.list", publicationQuery(PublicationSearch.parse(location.search)))),
  pendingComponent: () => <ListSkeleton title="Publications" />,
  component: PublicationsPage,
});

function PublicationsPage() {
  const search = Route.useSearch();
  const navigate = useNavigate({ from: Route.fullPath });
  const { read } = useEnvironment();
  return (
    <ListScreen
      noun={["publication", "publications"]}
      icon={<GitCompareArrows />}
      screen={{
        title: "Publications",
        tabTitle: "Publications · Changes",
        summary: <p>What was published from one environment to another, or waits for approval.</p>,
      }}
      schema={PublicationSearch}
      search={search}
      onSearch={(next, replace) => void navigate({ search: next, replace })}
      read={read("publications.list", publicationQuery(search))}
      pageOf={({ data, next }) => ({ rows: data, next })}
      filters={(change) => (
        <section aria-label="Filter publications" className="flex flex-wrap items-center gap-2">
          <ChoiceFilter
            name="State"
            all="All states"
            options={STATE_CHOICES}
            value={search.state}
            onChange={(state) => change({ state })}
          />
        </section>
      )}
      none={
        <EmptyState icon={<GitCompareArrows />} title="Nothing was published yet">
          Each publication is listed here with its items, and can be reverted.
        </EmptyState>
      }
    >
      {(rows, { pager }) => <PublicationTable rows={rows} pager={pager} />}
    </ListScreen>
  );
}
