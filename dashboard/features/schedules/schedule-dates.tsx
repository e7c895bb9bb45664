import { useQuery } from "@tanstack/react-query";
import { BelfryError } from "#client/client.ts";
import type { Recurrence } from "#contract/schedules.ts";
import { NextDates } from "#dashboard/components/dates/next-dates.tsx";
import { useDebounced } from "#dashboard/components/use-debounced.ts";
import { useEnvironment } from "#dashboard/use-environment.ts";
import type { FormOfSchedule } from "./schedule-values.ts";
import { typedRecurrence } from "./schedule-values.ts";

const ASK_AFTER_MS = 300;

/** The next dates of what is typed, with changes of the clock. */
export function ScheduleDates({ form, former }: { form: FormOfSchedule; former: Recurrence | undefined }) {
  const { read } = useEnvironment();
  const values = form.watch();
  const typed = JSON.stringify(waitOf(typedRecurrence(values, former), values.timezone));
  const asked = useDebounced(typed, ASK_AFTER_MS);
  // It was written above.
  const controlValues = JSON.parse(asked) as Record<string, unknown>;
  const query = useQuery(read("v2.waits.previewDates", { type: "digest", controlValues }));
  const isRefused = query.error instanceof BelfryError && query.error.status === 400;
  return (
    <NextDates
      dates={{ query, isRefused }}
      happens="fires"
      note={
        values.inSubscriberTimezone
          ? "For subscribers without a zone of their own."
          : "It fires at these moments until it ends or is paused."
      }
    />
  );
}

/** A recurrence as a digest at the same times has it. */
function waitOf(recurrence: Recurrence, timezone: string): Record<string, unknown> {
  if (recurrence.type === "cron") return { type: "timed", cron: recurrence.cronExpression, timezone };
  if (recurrence.type === "once") return {};
  const { amount, unit, timed } = recurrence;
  return timed ? { type: "timed", amount, unit, timed: { ...timed, timezone } } : { type: "regular", amount, unit };
}
