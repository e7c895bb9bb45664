import { createFileRoute, stripSearchParams, useNavigate } from "@tanstack/react-router";
import { RunSearch, runQuery } from "#dashboard/features/activity/run-search.ts";
import { RunsScreen } from "#dashboard/features/activity/runs-screen.tsx";
import { defaultsOf } from "#dashboard/lists/list-search.ts";
import { ListSkeleton } from "#dashboard/lists/list-skeleton.tsx";

export const Route = createFileRoute("/_app/activity/_lists/")({
  validateSearch: RunSearch,
  search: { middlewares: [stripSearchParams(defaultsOf(RunSearch))] },
  loader: ({ context: { prefetch, read }, location }) =>
    prefetch(read("notifications.list", runQuery(RunSearch.parse(location.search)))),
  pendingComponent: () => <ListSkeleton filters="max-w-3xl" />,
  component: RunsPage,
});

function RunsPage() {
  const search = Route.useSearch();
  const navigate = useNavigate({ from: Route.fullPath });
  return <RunsScreen search={search} onSearch={(next, replace) => void navigate({ search: next, replace })} />;
}
