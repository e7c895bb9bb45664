import { RECURRENCE_UNITS } from "#contract/constants/schedules.ts";
import { WEEK_DAYS } from "#contract/constants/values/time.ts";
import { NumberInput } from "#dashboard/components/controls/number-input.tsx";
import { Segmented } from "#dashboard/components/controls/segmented.tsx";
import { Select } from "#dashboard/components/controls/select.tsx";
import { TimeField } from "#dashboard/components/controls/time-field.tsx";
import { ToggleChoices } from "#dashboard/components/controls/toggle-choices.tsx";
import { cronWords, useCronWords } from "#dashboard/components/dates/cron-words.ts";
import { capitalised } from "#dashboard/components/dates/wait-words.ts";
import { FormInput, fieldError } from "#dashboard/forms/form.tsx";
import type { FormOfSchedule } from "./schedule-values.ts";

const KINDS = [
  { id: "once", text: "Once" },
  { id: "timed", text: "Again and again" },
  { id: "cron", text: "By cron" },
] as const;
const UNITS = RECURRENCE_UNITS.map((id) => ({ id, text: id }));
const DAYS = WEEK_DAYS.map((id) => ({ id, text: capitalised(id).slice(0, 2), name: capitalised(id) }));
const CRON_HINT = "Five fields: minute, hour, day of the month, month, day of the week";

/** When a schedule fires. */
export function RecurrenceFields({ form }: { form: FormOfSchedule }) {
  const kind = form.watch("kind");
  return (
    <>
      <Segmented
        label="How often"
        value={kind}
        options={KINDS}
        onChange={(next) => form.setValue("kind", next, { shouldDirty: true })}
      />
      {kind === "once" && <FormInput form={form} name="at" label="At" type="datetime-local" />}
      {kind === "timed" && <TimedFields form={form} />}
      {kind === "cron" && <CronField form={form} />}
    </>
  );
}

function CronField({ form }: { form: FormOfSchedule }) {
  useCronWords(true);
  const words = cronWords(form.watch("cron"));
  return (
    <FormInput
      form={form}
      name="cron"
      label="Cron expression"
      placeholder="0 9 * * 1"
      className="font-mono"
      hint={words === undefined ? CRON_HINT : `${capitalised(words)}. ${CRON_HINT}`}
    />
  );
}

function TimedFields({ form }: { form: FormOfSchedule }) {
  const unit = form.watch("unit");
  const hasTime = unit !== "minutes" && unit !== "hours";
  return (
    <>
      <div className="grid grid-cols-2 gap-3">
        <NumberInput
          label="Every"
          min={1}
          error={fieldError(form, "amount")}
          ref={form.register("amount").ref}
          value={form.watch("amount")}
          onChange={(amount) => form.setValue("amount", amount ?? 0, { shouldDirty: true })}
        />
        <Select
          label="Unit"
          value={unit}
          options={UNITS}
          onChange={(next) => form.setValue("unit", next, { shouldDirty: true })}
          error={fieldError(form, "unit")}
        />
      </div>
      {hasTime && (
        <TimeField
          label="At"
          value={form.watch("atTime")}
          onChange={(atTime) => form.setValue("atTime", atTime, { shouldDirty: true })}
          error={fieldError(form, "atTime")}
        />
      )}
      {unit === "weeks" && (
        <ToggleChoices
          label="On"
          value={form.watch("weekDays")}
          options={DAYS}
          onChange={(weekDays) => form.setValue("weekDays", weekDays, { shouldDirty: true })}
          error={fieldError(form, "weekDays")}
        />
      )}
    </>
  );
}
