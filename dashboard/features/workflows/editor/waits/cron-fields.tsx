import { TextInput } from "#dashboard/components/controls/text-input.tsx";
import { TimeZonePicker } from "#dashboard/components/controls/time-zone-picker.tsx";
import { cronWords, useCronWords } from "#dashboard/components/dates/cron-words.ts";
import { capitalised } from "#dashboard/components/dates/wait-words.ts";
import type { StepForm } from "../use-step-form.ts";
import type { WaitDatesQuery } from "./use-wait-dates.ts";

const FIELDS = "Five fields: minute, hour, day of the month, month, day of the week";

/** A cron expression with its words below it, and the zone that it is meant in. */
export function CronFields({ form, dates }: { form: StepForm; dates: WaitDatesQuery }) {
  const { set, text, readOnly } = form;
  useCronWords(true);
  const words = cronWords(text("cron"));
  const error = (path: string) => form.error(path) ?? dates.error(path);
  return (
    <>
      <TextInput
        label="Cron expression"
        hint={words === undefined ? FIELDS : `${capitalised(words)}. ${FIELDS}`}
        error={error("cron")}
        code
        readOnly={readOnly}
        value={text("cron")}
        onChange={(cron) => set({ cron })}
      />
      <TimeZonePicker
        label="Time zone"
        hint="The same for all subscribers"
        error={error("timezone")}
        readOnly={readOnly}
        value={text("timezone") || "UTC"}
        onChange={(timezone) => set({ timezone })}
      />
    </>
  );
}
