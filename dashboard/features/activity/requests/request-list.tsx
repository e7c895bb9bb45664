import { ArrowLeftRight } from "lucide-react";
import { countText } from "#dashboard/components/display/count-text.ts";
import { shortTime } from "#dashboard/components/display/relative-time.tsx";
import { EmptyState } from "#dashboard/components/feedback/empty-state.tsx";
import { useRead } from "#dashboard/data/use-read.ts";
import { ListScreen } from "#dashboard/lists/list-screen.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";
import { RequestFilters } from "./request-filters.tsx";
import { RequestSearch, requestQuery } from "./request-search.ts";
import { RequestSettings } from "./request-settings.tsx";
import { RequestTable } from "./request-table.tsx";

/** Milliseconds between reads of the first page. */
const POLL_MS = 5_000;

interface RequestListProps {
  search: RequestSearch;
  onSearch: (search: RequestSearch, replace: boolean) => void;
}

/** Calls with API keys: those that write, and others that were refused. */
export function RequestList({ search, onSearch }: RequestListProps) {
  const { read } = useEnvironment();
  return (
    <ListScreen
      noun={["request", "requests"]}
      icon={<ArrowLeftRight />}
      schema={RequestSearch}
      search={search}
      onSearch={onSearch}
      read={read("requests.list", requestQuery(search))}
      pageOf={({ data, next }) => ({ rows: data, next, pageSize: search.size })}
      pollMs={() => search.cursor === "" && POLL_MS}
      holdsRows
      filters={(change) => (
        <div className="flex flex-wrap items-start justify-between gap-2">
          <RequestFilters search={search} onChange={change} />
          <RequestSettings />
        </div>
      )}
      noMatch="Requests are kept for some days, as Recording says. Of reads, only those that were refused are recorded."
      none={
        <EmptyState icon={<ArrowLeftRight />} title="No requests yet">
          Calls with an API key of this environment appear here within a second, with what was sent and answered. Of
          reads, only those that are refused do.
        </EmptyState>
      }
    >
      {(requests, { pager }) => (
        <>
          <Unrecorded search={search} />
          <RequestTable requests={requests} />
          {pager}
        </>
      )}
    </ListScreen>
  );
}

/** Says how many calls of the period are missing in the list. */
function Unrecorded({ search }: { search: RequestSearch }) {
  const unrecorded = useRead("requests.list", requestQuery(search)).data?.unrecorded;
  if (!unrecorded?.calls) return null;
  const { calls, lastHour } = unrecorded;
  return (
    <p className="text-muted">
      {`${countText(calls, "call")} ${calls === 1 ? "was" : "were"} not recorded, as there were too many at once or the database was away${
        lastHour === null ? "" : `. The last hour with such calls began ${shortTime(lastHour)}`
      }.`}
    </p>
  );
}
