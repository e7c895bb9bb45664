import { createFileRoute, stripSearchParams, useNavigate } from "@tanstack/react-router";
import { CirclePause } from "lucide-react";
import { Suspense } from "react";
import { EmptyState } from "#dashboard/components/feedback/empty-state.tsx";
import { QueryResult } from "#dashboard/components/feedback/query-result.tsx";
import { Skeleton, SkeletonCards } from "#dashboard/components/feedback/skeleton.tsx";
import { lazyNamed } from "#dashboard/components/lazy-named.ts";
import { Section } from "#dashboard/components/section.tsx";
import { useRead } from "#dashboard/data/use-read.ts";
import { CapFacts } from "#dashboard/features/settings/safety-caps/cap-facts.tsx";
import { PauseSearch, pauseQuery } from "#dashboard/features/settings/safety-caps/pause-search.ts";
import { PauseTable } from "#dashboard/features/settings/safety-caps/pause-table.tsx";
import { SettingsLayout } from "#dashboard/features/settings/settings-layout.tsx";
import { ChoiceFilter } from "#dashboard/lists/filter-button.tsx";
import { ListScreen } from "#dashboard/lists/list-screen.tsx";
import { defaultsOf } from "#dashboard/lists/list-search.ts";
import { useEnvironment } from "#dashboard/use-environment.ts";

// The contract's schemas are not part of the page's first load.
const CapsForm = lazyNamed(() => import("#dashboard/features/settings/safety-caps/caps-form.tsx"), "CapsForm");

export const Route = createFileRoute("/_app/settings/safety-caps")({
  validateSearch: PauseSearch,
  search: { middlewares: [stripSearchParams(defaultsOf(PauseSearch))] },
  component: SafetyCapsPage,
});

const STATES = [{ id: "resolved", text: "Ended" }] as const;
/** Milliseconds between reads, as more runs wait and others go on. */
const POLL_MS = 10_000;

function SafetyCapsPage() {
  const search = Route.useSearch();
  const navigate = useNavigate({ from: Route.fullPath });
  const { current, may, read } = useEnvironment();
  const caps = useRead("safetyCaps.get");
  return (
    <SettingsLayout path="/settings/safety-caps">
      <Section
        title="What is paused"
        text="Runs of a paused workflow or subscriber wait. Continue sends what waits; discard cancels it."
      >
        <ListScreen
          noun={["pause", "pauses"]}
          icon={<CirclePause />}
          schema={PauseSearch}
          search={search}
          onSearch={(next, replace) => void navigate({ search: next, replace })}
          read={read("pauses.list", pauseQuery(search))}
          pageOf={({ data, pageSize, hasMore }) => ({ rows: data, pageSize, hasMore })}
          pollMs={() => !search.state && POLL_MS}
          filters={(change) => (
            <section aria-label="Filter pauses" className="flex flex-wrap items-center gap-2">
              <ChoiceFilter
                name="State"
                all="Paused now"
                options={STATES}
                value={search.state}
                onChange={(state) => change({ state })}
              />
            </section>
          )}
          none={
            <EmptyState icon={<CirclePause />} title="Nothing is paused">
              A workflow or a subscriber that reaches a cap is listed here until somebody continues it or discards what
              waits.
            </EmptyState>
          }
        >
          {(rows, { pager }) => <PauseTable rows={rows} isOpen={!search.state} pager={pager} />}
        </ListScreen>
      </Section>
      <Section
        title={`Safety caps of ${current?.name ?? "this environment"}`}
        text="Only a fault should reach them: a loop that triggers itself, or a list that is sent again and again."
      >
        <QueryResult query={caps} skeleton={<SkeletonCards cards={1} className="h-72" />}>
          {(found) =>
            may("environment.limit") ? (
              <Suspense fallback={<Skeleton className="h-72 w-full max-w-lg" />}>
                <CapsForm key={current?._id} caps={found} />
              </Suspense>
            ) : (
              <CapFacts caps={found} />
            )
          }
        </QueryResult>
      </Section>
    </SettingsLayout>
  );
}
