import { useQuery } from "@tanstack/react-query";
import { createFileRoute, Link, stripSearchParams, useNavigate } from "@tanstack/react-router";
import { ChartNoAxesColumn } from "lucide-react";
import type { Overview } from "#contract/activity/overview.ts";
import { OVERVIEW_PERIODS } from "#contract/constants/overview-periods.ts";
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
import { Attention } from "#dashboard/features/home/attention.tsx";
import { HomeContent, isQuiet } from "#dashboard/features/home/home-content.tsx";
import { HomeSkeleton } from "#dashboard/features/home/home-skeleton.tsx";
import { PERIOD_OPTIONS, PERIOD_TEXTS } from "#dashboard/features/home/periods.ts";
import { choiceParam, searchSchema } from "#dashboard/lists/search-schemas.ts";
import { useEnvironment } from "#dashboard/use-environment.ts";

const [DEFAULT_PERIOD] = OVERVIEW_PERIODS;
const periodOf = choiceParam(OVERVIEW_PERIODS);
const Search = searchSchema({ period: (value) => periodOf(value) ?? DEFAULT_PERIOD });
/** Tells an environment without any run from one that is quiet in the period. */
const ANY_RUN = { limit: 1 };
const SUMMARY_SKELETON = <Skeleton className="my-0.5 h-4 w-32" />;

export const Route = createFileRoute("/_app/")({
  validateSearch: Search,
  search: { middlewares: [stripSearchParams({ period: DEFAULT_PERIOD })] },
  loader: ({ context: { prefetch, read }, location }) =>
    prefetch(read("overview.get", { period: Search.parse(location.search).period })),
  pendingComponent: () => (
    <Page wide title="Home" summary={SUMMARY_SKELETON}>
      <HomeSkeleton />
    </Page>
  ),
  component: HomePage,
});

function HomePage() {
  const { period } = Route.useSearch();
  const navigate = useNavigate({ from: Route.fullPath });
  const { read } = useEnvironment();
  const query = useRead("overview.get", { period });
  const { data: overview, isPlaceholderData, isRefetchError } = query;
  const quiet = overview !== undefined && isQuiet(overview);
  const anyRun = useQuery({ ...read("notifications.list", ANY_RUN), enabled: quiet });
  return (
    <Page
      wide
      title="Home"
      actions={
        <Segmented
          label="Period"
          value={period}
          options={PERIOD_OPTIONS}
          onChange={(chosen) => void navigate({ search: { period: chosen }, replace: true })}
        />
      }
      summary={
        isRefetchError ? (
          <RefreshFailed />
        ) : overview ? (
          <time dateTime={overview.from} title={exactTime(overview.from)}>
            Since {shortTime(overview.from)}
          </time>
        ) : (
          !query.isError && SUMMARY_SKELETON
        )
      }
    >
      <QueryResult query={query} skeleton={<HomeSkeleton />}>
        {(read: Overview) => {
          if (quiet && anyRun.isPending) return <HomeSkeleton />;
          const attention = <Attention overview={read} period={PERIOD_TEXTS[read.period]} />;
          if (quiet && anyRun.data?.data.length === 0) {
            return (
              <div className="flex flex-col gap-4">
                {attention}
                <NothingYet />
              </div>
            );
          }
          return (
            <div
              aria-busy={isPlaceholderData}
              className={classNames(
                "flex flex-col gap-4 transition-opacity duration-100",
                isPlaceholderData && "opacity-60",
              )}
            >
              {attention}
              <HomeContent overview={read} />
            </div>
          );
        }}
      </QueryResult>
    </Page>
  );
}

function NothingYet() {
  const { may } = useEnvironment();
  return (
    <EmptyState
      icon={<ChartNoAxesColumn />}
      title="Nothing was triggered here yet"
      action={
        may("environment.use") && (
          <Link to="/welcome" className={buttonClass("primary")}>
            Send the first notification
          </Link>
        )
      }
    >
      What is triggered, delivered, waits and fails in this environment is counted here.
    </EmptyState>
  );
}
