import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Schedule } from "#contract/schedules.ts";
import { useCronWords } from "#dashboard/components/dates/cron-words.ts";
import { dateInZone } from "#dashboard/components/dates/date-words.ts";
import { exactTime } from "#dashboard/components/display/relative-time.tsx";
import { Banner } from "#dashboard/components/feedback/banner.tsx";
import { QueryResult } from "#dashboard/components/feedback/query-result.tsx";
import { Skeleton } from "#dashboard/components/feedback/skeleton.tsx";
import { Dialog } from "#dashboard/components/overlays/dialog.tsx";
import { useRead } from "#dashboard/data/use-read.ts";
import { ScheduleState } from "./schedule-table.tsx";
import { audienceText, recurrenceText } from "./schedule-texts.ts";

/** One schedule: its rule, its next dates, and what came of the last one. */
export function ScheduleEntry({ scheduleId, onClose }: { scheduleId: string; onClose: () => void }) {
  const query = useRead("schedules.get", scheduleId);
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()} title={query.data?.name ?? "Schedule"}>
      <QueryResult
        query={query}
        skeleton={<Skeleton className="h-48 w-full" />}
        missing={<p className="text-muted">This schedule does not exist any more.</p>}
      >
        {(schedule) => <Facts schedule={schedule} />}
      </QueryResult>
    </Dialog>
  );
}

function Facts({ schedule }: { schedule: Schedule }) {
  const { to, nextRuns, timezone, missed, endAt, lastRunAt, lastTransactionId, lastError, recurrence } = schedule;
  useCronWords(recurrence.type === "cron");
  return (
    <>
      {lastError && (
        <Banner tone="danger" title="The last date could not be fired">
          <span>{lastError}</span>
        </Banner>
      )}
      <dl className="grid grid-cols-1 gap-x-6 gap-y-3 sm:grid-cols-2">
        <Fact name="State">
          <ScheduleState schedule={schedule} />
        </Fact>
        <Fact name="Audience">
          <span dir="auto" translate="no">
            {audienceText(to)}
          </span>
        </Fact>
        <Fact name="When">{recurrenceText(schedule)}</Fact>
        <Fact name="Missed dates">{missed === "skip" ? "Skipped" : "Run once as soon as possible"}</Fact>
        {endAt !== undefined && <Fact name="Ends">{dateInZone(endAt, timezone)}</Fact>}
        {lastRunAt !== undefined && (
          <Fact name="Last fired">
            <span className="block">{exactTime(lastRunAt)}</span>
            {lastTransactionId !== undefined && (
              <Link to="/activity" search={{ transactionId: lastTransactionId }} className="text-accent underline">
                See runs
              </Link>
            )}
          </Fact>
        )}
      </dl>
      <section aria-label="Next dates" className="flex flex-col gap-1">
        <h3 className="text-xs text-muted">{`Next dates, ${timezone}`}</h3>
        {nextRuns.length === 0 ? (
          <p>None</p>
        ) : (
          <ol className="flex flex-col">
            {nextRuns.map((at) => (
              <li key={at}>
                <time dateTime={at} className="tabular-nums">
                  {dateInZone(at, timezone)}
                </time>
              </li>
            ))}
          </ol>
        )}
      </section>
    </>
  );
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="flex min-w-0 flex-col gap-0.5">
    <dt className="text-xs text-muted">{name}</dt>
    <dd className="min-w-0 wrap-anywhere">{children}</dd>
  </div>
);
