import { createFileRoute, stripSearchParams, useNavigate } from "@tanstack/react-router";
import { RequestList } from "#dashboard/features/activity/requests/request-list.tsx";
import { RequestSearch, requestQuery } from "#dashboard/features/activity/requests/request-search.ts";
import { defaultsOf } from "#dashboard/lists/list-search.ts";
import { ListSkeleton } from "#dashboard/lists/list-skeleton.tsx";

export const Route = createFileRoute("/_app/activity/_lists/requests")({
  validateSearch: RequestSearch,
  search: { middlewares: [stripSearchParams(defaultsOf(RequestSearch))] },
  loader: ({ context: { prefetch, read }, location }) =>
    prefetch(read("requests.list", requestQuery(RequestSearch.parse(location.search)))),
  pendingComponent: () => <ListSkeleton />,
  component: RequestsPage,
});

function RequestsPage() {
  const search = Route.useSearch();
  const navigate = useNavigate({ from: Route.fullPath });
  return <RequestList search={search} onSearch={(next, replace) => void navigate({ search: next, replace })} />;
}
