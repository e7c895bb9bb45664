import { Suspense, useState } from "react";
import type { Analytics } from "#contract/activity/analytics.ts";
import type { Measure } from "#contract/constants/activity/analytics.ts";
import { Disclosure } from "#dashboard/components/disclosure.tsx";
import { Skeleton } from "#dashboard/components/feedback/skeleton.tsx";
import { lazyNamed } from "#dashboard/components/lazy-named.ts";
import { Breakdowns, Part } from "./breakdowns.tsx";
import { Funnel } from "./funnel.tsx";
import { Marks } from "./marks.tsx";
import { MeasureTiles } from "./measure-tiles.tsx";
import { MEASURE_TEXTS } from "./measures.ts";
import { PART_NAMES } from "./part-text.ts";
import { SeriesTable } from "./series-table.tsx";

// Scales and axes are no part of the first load.
const TimeChart = lazyNamed(() => import("./time-chart.tsx"), "TimeChart");

/** Shows what became of the runs and messages of a period: totals, their course, and what they belong to. */
export function AnalyticsContent({ analytics, workflowId }: { analytics: Analytics; workflowId: string | undefined }) {
  const [measure, setMeasure] = useState<Measure>("triggered");
  const { name, about } = MEASURE_TEXTS[measure];
  return (
    <div className="flex flex-col gap-6">
      <MeasureTiles totals={analytics.totals} previous={analytics.previous} measure={measure} onMeasure={setMeasure} />
      <section aria-label={`${name} over time`} className="min-w-0 rounded-lg border bg-raised">
        <header className="px-4 pt-3">
          <h2 className="font-medium">{`${name} per ${PART_NAMES[analytics.period]}`}</h2>
          <p className="text-xs text-muted">{about}</p>
        </header>
        <div className="px-2 py-3 sm:px-4">
          <Suspense fallback={<Skeleton className="h-55 rounded-md" />}>
            <TimeChart analytics={analytics} measure={measure} />
          </Suspense>
        </div>
        <Marks marks={analytics.marks} workflowId={workflowId} />
        <div className="border-t px-4 py-2">
          <Disclosure title="Numbers as a table" lazy>
            <SeriesTable analytics={analytics} />
          </Disclosure>
        </div>
      </section>
      {analytics.steps && analytics.steps.length > 0 && (
        <Part title="Steps" about="How far runs got, and how each step ended">
          <div className="rounded-lg border bg-raised">
            <Funnel steps={analytics.steps} triggered={analytics.totals.triggered} />
          </div>
        </Part>
      )}
      <Breakdowns analytics={analytics} workflowId={workflowId} />
    </div>
  );
}
