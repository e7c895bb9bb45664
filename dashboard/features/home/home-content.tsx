import type { Overview } from "#contract/activity/overview.ts";
import { numberText } from "#dashboard/components/display/count-text.ts";
import { FailingIntegrations } from "./failing-integrations.tsx";
import { FailureGroups } from "./failure-groups.tsx";
import { HOME_COLUMNS, HOME_TILES } from "./layout.ts";
import { PERIOD_TEXTS } from "./periods.ts";
import { TrendTile } from "./trend-tile.tsx";
import { WaitingList } from "./waiting-list.tsx";

/** The numbers of an environment. Each of them is a link to the list that it counts. */
export function HomeContent({ overview }: { overview: Overview }) {
  const period = PERIOD_TEXTS[overview.period];
  return (
    <>
      <div className={HOME_TILES}>
        <TrendTile
          title="Triggered"
          about="Runs that began"
          trend={overview.triggered}
          period={period}
          list={{ to: "/activity", search: { after: overview.from } }}
        />
        <TrendTile
          title="Delivered"
          about="Messages on all channels"
          trend={overview.delivered}
          period={period}
          list={{ to: "/activity/messages", search: { after: overview.from, status: "delivered" } }}
        />
        <TrendTile
          title="Failed"
          about="Steps that failed"
          trend={overview.failed}
          period={period}
          isFailure
          outOf={`across ${numberText(overview.triggered.count)} ${overview.triggered.count === 1 ? "run" : "runs"}`}
          list={{ to: "/activity", search: { failedAfter: overview.from } }}
        />
      </div>
      <div className={HOME_COLUMNS}>
        <FailureGroups groups={overview.failures} period={period} from={overview.from} />
        <div className="grid min-w-0 grid-cols-1 items-start gap-4 md:grid-cols-2 xl:grid-cols-1">
          <WaitingList waiting={overview.waiting} />
          <FailingIntegrations integrations={overview.failingIntegrations} />
        </div>
      </div>
    </>
  );
}

/** Whether an overview counts nothing, as that of an environment in which nothing was triggered yet. */
export const isQuiet = ({ triggered, delivered, failed, waiting }: Overview): boolean =>
  [triggered, delivered, failed].every(({ count, previous }) => count + previous === 0) &&
  waiting.every(({ count }) => count === 0);
