import type { UseQueryResult } from "@tanstack/react-query";
import { Clock } from "lucide-react";
import { useState } from "react";
import type { WaitDates } from "#contract/v2/step-waits.ts";
import { TimeZonePicker } from "#dashboard/components/controls/time-zone-picker.tsx";
import { QueryResult } from "#dashboard/components/feedback/query-result.tsx";
import { Skeleton } from "#dashboard/components/feedback/skeleton.tsx";
import { clockChangeText, dateInZone, wallDate } from "./date-words.ts";

const LINES = ["a", "b", "c", "d", "e"];

/** The zone of this device. */
export const ownTimeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

interface NextDatesProps {
  dates: { query: UseQueryResult<WaitDates>; isRefused: boolean };
  /** Says in one word what comes at these moments. */
  happens?: "ends" | "fires";
  /** Below the dates. */
  note: string;
}

/** The next five moments of something at set times, in a zone that the member chooses, with changes of the clock. */
export function NextDates({ dates: { query, isRefused }, happens = "ends", note }: NextDatesProps) {
  const [zone, setZone] = useState(ownTimeZone);
  return (
    <section aria-label="Next dates" className="flex min-w-0 flex-col gap-4 rounded-lg border p-4">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <h3 className="font-semibold">Next five dates</h3>
        <div className="w-56 max-w-full">
          <TimeZonePicker label="Shown in" value={zone} onChange={setZone} />
        </div>
      </div>
      {isRefused ? (
        <p className="text-muted">{`Correct the marked fields to see when it ${happens}.`}</p>
      ) : (
        <QueryResult
          query={query}
          skeleton={
            <div role="status" aria-label="Loading the next dates" className="flex flex-col gap-3">
              {LINES.map((line) => (
                <Skeleton key={line} className="h-5 w-60 max-w-full" />
              ))}
            </div>
          }
        >
          {(found) => <DateList found={found} zone={zone} happens={happens} note={note} />}
        </QueryResult>
      )}
    </section>
  );
}

interface DateListProps extends Required<Pick<NextDatesProps, "happens" | "note">> {
  found: WaitDates;
  zone: string;
}

function DateList({ found: { dates, timezone }, zone, happens, note }: DateListProps) {
  return (
    <>
      <ol className="flex flex-col divide-y">
        {dates.map((date) => {
          const change = clockChangeText(date, happens);
          return (
            <li key={date.at} className="flex flex-col py-2 first:pt-0 last:pb-0">
              <span className="flex flex-wrap items-baseline justify-between gap-x-3">
                <time dateTime={date.at} className="font-medium tabular-nums">
                  {dateInZone(date.at, zone)}
                </time>
                {zone !== timezone && (
                  <span className="text-xs text-muted tabular-nums">{`${wallDate(date.local)} in ${placeOf(timezone)}`}</span>
                )}
              </span>
              {change && (
                <span className="flex items-start gap-1.5 text-xs text-warning">
                  <Clock className="mt-0.5 size-3 shrink-0" aria-hidden="true" />
                  {change}
                </span>
              )}
            </li>
          );
        })}
      </ol>
      <p className="text-xs text-muted">{note}</p>
    </>
  );
}

const placeOf = (timezone: string): string => timezone.replaceAll("_", " ");
