import { createFileRoute, Link, stripSearchParams, useNavigate } from "@tanstack/react-router";
import { GitCompareArrows } from "lucide-react";
import { Suspense } from "react";
import { buttonClass } from "#dashboard/components/controls/button.tsx";
import { EmptyState } from "#dashboard/components/feedback/empty-state.tsx";
import { lazyNamed } from "#dashboard/components/lazy-named.ts";
import { Page } from "#dashboard/components/page.tsx";
import { useRead } from "#dashboard/data/use-read.ts";
import { ApprovalRule } from "#dashboard/features/changes/approval-rule.tsx";
import { ChangeSearch, comparedEnvironments } from "#dashboard/features/changes/change-search.ts";
import { Differences } from "#dashboard/features/changes/differences.tsx";
import { EnvironmentPair } from "#dashboard/features/changes/environment-pair.tsx";
import { ListScreen } from "#dashboard/lists/list-screen.tsx";
import { defaultsOf } from "#dashboard/lists/list-search.ts";
import { ListSkeleton } from "#dashboard/lists/list-skeleton.tsx";
import { UNFILTERED } from "#dashboard/lists/search-schemas.ts";
import { useEnvironment } from "#dashboard/use-environment.ts";

// Comparing texts is needed once a difference is opened.
const DifferenceDialog = lazyNamed(
  () => import("#dashboard/features/changes/difference-dialog.tsx"),
  "DifferenceDialog",
);

export const Route = createFileRoute("/_app/changes/")({
  validateSearch: ChangeSearch,
  search: { middlewares: [stripSearchParams(defaultsOf(ChangeSearch))] },
  loaderDeps: ({ search: { from, to } }) => ({ from, to }),
  loader: ({ context: { prefetch, read, membership }, deps }) =>
    prefetch(read("publications.preview", comparedEnvironments(membership.environments, deps))),
  pendingComponent: () => <ListSkeleton title="Changes" />,
  component: ChangesPage,
});

function ChangesPage() {
  const search = Route.useSearch();
  const navigate = useNavigate({ from: Route.fullPath });
  const { environments, nameOf, read } = useEnvironment();
  const pair = comparedEnvironments(environments, search);
  const preview = useRead("publications.preview", pair).data;
  const target = nameOf(pair.targetEnvironmentId) ?? "";
  return (
    <Page
      wide
      title="Changes"
      summary={<p>What differs between two environments, and is published from one to the other.</p>}
      actions={
        <Link to="/changes/publications" search={{}} className={buttonClass()}>
          Publications
        </Link>
      }
    >
      <EnvironmentPair
        source={pair.sourceEnvironmentId}
        target={pair.targetEnvironmentId}
        onChange={(next) => void navigate({ search: next, replace: true })}
      />
      {preview && <ApprovalRule {...preview} />}
      <ListScreen
        noun={["difference", "differences"]}
        icon={<GitCompareArrows />}
        {...UNFILTERED}
        read={read("publications.preview", pair)}
        pageOf={({ items }) => ({ rows: items })}
        none={
          <EmptyState icon={<GitCompareArrows />} title="Nothing to publish">
            {`All workflows, layouts and translation groups are the same in ${target}. What you edit is listed here until it is published.`}
          </EmptyState>
        }
      >
        {(rows) => preview && <Differences rows={rows} environments={pair} preview={preview} />}
      </ListScreen>
      {search.open !== "" && preview && (
        <Suspense>
          <DifferenceDialog
            environments={pair}
            resourceId={search.open}
            onClose={() => void navigate({ search: ({ open: _open, ...others }) => others, resetScroll: false })}
          />
        </Suspense>
      )}
    </Page>
  );
}
