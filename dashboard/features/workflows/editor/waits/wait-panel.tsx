import type { ReactNode } from "react";
import { dateInZone } from "#dashboard/components/dates/date-words.ts";
import { NextDates, ownTimeZone } from "#dashboard/components/dates/next-dates.tsx";
import type { StepForm } from "../use-step-form.ts";
import type { WaitDatesQuery } from "./use-wait-dates.ts";
import { WaitReading } from "./wait-reading.tsx";
import type { WaitType } from "./wait-sentence.ts";
import { WaitSimulationPanel } from "./wait-simulation.tsx";

interface WaitPanelProps {
  form: StepForm;
  type: WaitType;
  /** Of a step that ends at set times. */
  dates?: WaitDatesQuery | undefined;
  /** The kind of the step and its fields. */
  children: ReactNode;
}

/**
 * A step that waits or counts: its fields, and beside them, or below where there is no room, what they lead to in words, as dates, and for
 * last week's events.
 */
export function WaitPanel({ form, type, dates, children }: WaitPanelProps) {
  const next = dates?.next && dateInZone(dates.next.at, ownTimeZone());
  return (
    <div className="@container">
      <div className="grid min-w-0 grid-cols-1 items-start gap-6 @3xl:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-4">{children}</div>
        <div className="flex min-w-0 flex-col gap-4">
          <WaitReading form={form} type={type} next={next} />
          {dates && <NextDates dates={dates} note="Assumes that an event arrives right after each date." />}
          {type !== "wait_for_event" && <WaitSimulationPanel form={form} type={type} />}
        </div>
      </div>
    </div>
  );
}
