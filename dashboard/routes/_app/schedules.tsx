import { createFileRoute, stripSearchParams, useNavigate } from "@tanstack/react-router";
import { ScheduleScreen } from "#dashboard/features/schedules/schedule-screen.tsx";
import { ScheduleSearch, scheduleQuery } from "#dashboard/features/schedules/schedule-search.ts";
import { defaultsOf } from "#dashboard/lists/list-search.ts";
import { ListSkeleton } from "#dashboard/lists/list-skeleton.tsx";

export const Route = createFileRoute("/_app/schedules")({
  validateSearch: ScheduleSearch,
  search: { middlewares: [stripSearchParams(defaultsOf(ScheduleSearch))] },
  loader: ({ context: { prefetch, read }, location }) =>
    prefetch(read("schedules.list", scheduleQuery(ScheduleSearch.parse(location.search)))),
  pendingComponent: () => <ListSkeleton title="Schedules" />,
  component: SchedulesPage,
});

function SchedulesPage() {
  const search = Route.useSearch();
  const navigate = useNavigate({ from: Route.fullPath });
  return <ScheduleScreen search={search} onSearch={(next, replace) => void navigate({ search: next, replace })} />;
}
