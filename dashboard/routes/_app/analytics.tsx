import { useQuery } from "@tanstack/react-query";
import { createFileRoute, Link, stripSearchParams, useNavigate } from "@tanstack/react-router";
import { ChartNoAxesColumn } from "lucide-react";
import type { Analytics } from "#contract/activity/analytics.ts";
import { ANALYTICS_PERIODS } from "#contract/constants/activity/analytics.ts";
import { UUID_PATTERN } from "#contract/constants/values/patterns.ts";
import { classNames } from "#dashboard/components/class-names.ts";
import { buttonClass } from "#dashboard/components/controls/button.tsx";
import { Segmented } from "#dashboard/components/controls/segmented.tsx";
import { exactTime, shortTime } from "#dashboard/components/display/relative-time.tsx";
import { EmptyState } from "#dashboard/components/feedback/empty-state.tsx";
import { QueryResult } from "#dashboard/components/feedback/query-result.tsx";
import { RefreshFailed } from "#dashboard/components/feedback/refresh-failed.tsx";
import { Skeleton } from "#dashboard/components/feedback/skeleton.tsx";
import { Page } from "#dashboard/components/page.tsx";
import { useRead } from "#dashboard/data/use-read.ts";
import { AnalyticsContent } from "#dashboard/features/analytics/analytics-content.tsx";
import { AnalyticsSkeleton } from "#dashboard/features/analytics/analytics-skeleton.tsx";
import { PERIOD_OPTIONS } from "#dashboard/features/analytics/measures.ts";
import { PickerFilter } from "#dashboard/lists/picker-filter.tsx";
import { choiceParam, patternParam, searchSchema } from "#dashboard/lists/search-schemas.ts";
import { useEnvironment } from "#dashboard/use-environment.ts";

const DEFAULT_PERIOD = "7d";
const periodOf = choiceParam(ANALYTICS_PERIODS);
const Search = searchSchema({
  period: (value) => periodOf(value) ?? DEFAULT_PERIOD,
  workflow: patternParam(UUID_PATTERN),
});
type Search = ReturnType<typeof Search.parse>;
const SUMMARY_SKELETON = <Skeleton className="my-0.5 h-4 w-48" />;

const queryOf = ({ period, workflow }: Search) => ({
  period,
  timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
  ...(workflow !== undefined && { workflowId: workflow }),
});

export const Route = createFileRoute("/_app/analytics")({
  validateSearch: Search,
  search: { middlewares: [stripSearchParams({ period: DEFAULT_PERIOD })] },
  loader: ({ context: { prefetch, read }, location }) =>
    prefetch(read("analytics.get", queryOf(Search.parse(location.search)))),
  pendingComponent: () => (
    <Page wide title="Analytics" summary={SUMMARY_SKELETON}>
      <AnalyticsSkeleton />
    </Page>
  ),
  component: AnalyticsPage,
});

function AnalyticsPage() {
  const search = Route.useSearch();
  const { period, workflow } = search;
  const navigate = useNavigate({ from: Route.fullPath });
  const change = (next: Partial<Search>) => void navigate({ search: { ...search, ...next }, replace: true });
  const query = useRead("analytics.get", queryOf(search));
  const { data: analytics, isPlaceholderData, isRefetchError } = query;
  return (
    <Page
      wide
      title="Analytics"
      actions={
        <>
          <WorkflowFilter chosen={workflow} onChange={(id) => change({ workflow: id })} />
          <Segmented
            label="Period"
            value={period}
            options={PERIOD_OPTIONS}
            onChange={(chosen) => change({ period: chosen })}
          />
        </>
      }
      summary={
        isRefetchError ? (
          <RefreshFailed />
        ) : analytics ? (
          <Counted analytics={analytics} />
        ) : (
          !query.isError && SUMMARY_SKELETON
        )
      }
    >
      <QueryResult query={query} skeleton={<AnalyticsSkeleton />}>
        {(read: Analytics) =>
          read.countedUntil === undefined ? (
            <NothingYet />
          ) : (
            <div
              aria-busy={isPlaceholderData}
              className={classNames("transition-opacity duration-100", isPlaceholderData && "opacity-60")}
            >
              <AnalyticsContent analytics={read} workflowId={workflow} />
            </div>
          )
        }
      </QueryResult>
    </Page>
  );
}

function WorkflowFilter({
  chosen,
  onChange,
}: {
  chosen: string | undefined;
  onChange: (id: string | undefined) => void;
}) {
  const { current, read, searches } = useEnvironment();
  const { data: name } = useQuery({ ...read("v2.workflows.nameOf", chosen ?? ""), enabled: chosen !== undefined });
  return (
    <PickerFilter
      label="Workflow"
      chosen={
        chosen === undefined ? [] : [{ id: chosen, text: name ?? (name === null ? "Deleted workflow" : "Workflow") }]
      }
      search={searches.workflowIds}
      queryKey={["environment", current?._id, "workflow-ids"]}
      // One at a time: the one that was chosen last.
      onChange={(workflows) => onChange(workflows.at(-1)?.id)}
    />
  );
}

/** Says of which time the numbers are. */
const Counted = ({ analytics: { from, countedUntil } }: { analytics: Analytics }) => (
  <p>
    <time dateTime={from} title={exactTime(from)}>{`Since ${shortTime(from)}`}</time>
    {countedUntil !== undefined && (
      <>
        <span aria-hidden="true"> · </span>
        <time
          dateTime={countedUntil}
          title={exactTime(countedUntil)}
        >{`counted up to ${shortTime(countedUntil)}`}</time>
      </>
    )}
  </p>
);

function NothingYet() {
  const { may } = useEnvironment();
  return (
    <EmptyState
      icon={<ChartNoAxesColumn />}
      title="Nothing to count yet"
      action={
        may("environment.use") && (
          <Link to="/welcome" className={buttonClass("primary")}>
            Send the first notification
          </Link>
        )
      }
    >
      What is triggered, delivered, fails and is read in this environment is counted here, two minutes after it
      happened.
    </EmptyState>
  );
}
