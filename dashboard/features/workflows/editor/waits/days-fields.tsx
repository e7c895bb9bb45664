import { ORDINAL_VALUES, ORDINALS, WEEK_DAYS } from "#contract/constants/values/time.ts";
import { SENTENCE } from "#dashboard/components/controls/field.tsx";
import { NumberInput } from "#dashboard/components/controls/number-input.tsx";
import { Segmented } from "#dashboard/components/controls/segmented.tsx";
import { Select } from "#dashboard/components/controls/select.tsx";
import { TimeField } from "#dashboard/components/controls/time-field.tsx";
import { TimeZonePicker } from "#dashboard/components/controls/time-zone-picker.tsx";
import { ToggleChoices } from "#dashboard/components/controls/toggle-choices.tsx";
import { capitalised, dayWord, ordinalWord } from "#dashboard/components/dates/wait-words.ts";
import { type StepForm, textOf } from "../use-step-form.ts";
import type { WaitDatesQuery } from "./use-wait-dates.ts";

const UNITS = [
  { id: "days", text: "days" },
  { id: "weeks", text: "weeks" },
  { id: "months", text: "months" },
] as const;

const WEEK_DAY_OPTIONS = WEEK_DAYS.map((id) => ({ id, text: capitalised(id).slice(0, 2), name: capitalised(id) }));
const MONTH_DAY_OPTIONS = Array.from({ length: 31 }, (_, index) => ({
  id: String(index + 1),
  text: String(index + 1),
  name: `Day ${index + 1}`,
}));

/** Every so many days, weeks or months, on which days, when, and in which zone. */
export function DaysFields({ form, dates }: { form: StepForm; dates: WaitDatesQuery }) {
  const { set, object, readOnly, number, text } = form;
  const error = (path: string) => form.error(path) ?? dates.error(path);
  const timed = object("timed");
  const setTimed = (changes: Record<string, unknown>) =>
    set({
      timed: Object.fromEntries(Object.entries({ ...timed, ...changes }).filter(([, value]) => value !== undefined)),
    });
  const unit = UNITS.find(({ id }) => id === text("unit"))?.id ?? "days";
  const isWithoutTime = textOf(timed.atTime) === "";
  return (
    <>
      <div className="grid grid-cols-[6rem_minmax(5.25rem,1fr)_minmax(7.5rem,1fr)] gap-x-1.5 gap-y-1">
        <NumberInput
          label="Every"
          error={error("amount")}
          min={1}
          decimals={0}
          readOnly={readOnly}
          value={number("amount")}
          onChange={(amount) => set({ amount: amount ?? undefined })}
        />
        {/* Beside its number, below the line of the labels. */}
        <div className="pt-6">
          <Select
            label="Unit"
            labelHidden
            error={error("unit")}
            readOnly={readOnly}
            value={unit}
            options={UNITS}
            onChange={(next) => set({ unit: next })}
          />
        </div>
        <TimeField
          label="At"
          error={
            isWithoutTime
              ? { type: SENTENCE, message: "Enter the time of day at which it ends" }
              : error("timed.atTime")
          }
          readOnly={readOnly}
          value={textOf(timed.atTime)}
          onChange={(atTime) => setTimed({ atTime: atTime || undefined })}
        />
        <p className="col-span-3 text-xs text-muted">
          {`1 means every ${unit.slice(0, -1)}, 2 every second ${unit.slice(0, -1)}. It ends at that time of day.`}
        </p>
      </div>
      {unit === "weeks" && (
        <ToggleChoices
          label="On"
          hint="Without any, the weekday of the first event"
          error={error("timed.weekDays")}
          readOnly={readOnly}
          value={WEEK_DAYS.filter((day) => Array.isArray(timed.weekDays) && timed.weekDays.includes(day))}
          options={WEEK_DAY_OPTIONS}
          onChange={(weekDays) => setTimed({ weekDays })}
        />
      )}
      {unit === "months" && <MonthFields timed={timed} setTimed={setTimed} error={error} readOnly={readOnly} />}
      <TimeZonePicker
        label="Time zone"
        hint="The same for all subscribers"
        error={error("timed.timezone")}
        readOnly={readOnly}
        value={textOf(timed.timezone) || "UTC"}
        onChange={(timezone) => setTimed({ timezone })}
      />
    </>
  );
}

interface MonthFieldsProps {
  timed: Record<string, unknown>;
  setTimed: (changes: Record<string, unknown>) => void;
  error: StepForm["error"];
  readOnly: boolean;
}

function MonthFields({ timed, setTimed, error, readOnly }: MonthFieldsProps) {
  const isOn = timed.monthlyType === "on";
  const monthDays = Array.isArray(timed.monthDays) ? timed.monthDays.map(String) : [];
  return (
    <>
      <Segmented
        label="Day of the month"
        value={isOn ? "on" : "each"}
        disabled={readOnly}
        options={[
          { id: "each", text: "By number" },
          { id: "on", text: "By weekday" },
        ]}
        onChange={(monthlyType) =>
          setTimed(monthlyType === "on" ? { monthlyType, ordinal: "1", ordinalValue: "monday" } : { monthlyType })
        }
      />
      {isOn ? (
        <div className="grid grid-cols-2 gap-3">
          <Select
            label="The"
            error={error("timed.ordinal")}
            readOnly={readOnly}
            value={ORDINALS.find((one) => one === timed.ordinal) ?? null}
            options={ORDINALS.map((id) => ({ id, text: ordinalWord(id) }))}
            onChange={(ordinal) => setTimed({ ordinal })}
          />
          <Select
            label="Day"
            error={error("timed.ordinalValue")}
            readOnly={readOnly}
            value={ORDINAL_VALUES.find((one) => one === timed.ordinalValue) ?? null}
            options={ORDINAL_VALUES.map((id) => ({ id, text: dayWord(id) }))}
            onChange={(ordinalValue) => setTimed({ ordinalValue })}
          />
        </div>
      ) : (
        <ToggleChoices
          label="On day"
          hint="A month without the day is left out. Without any, the day of the first event"
          error={error("timed.monthDays")}
          readOnly={readOnly}
          calendar
          value={MONTH_DAY_OPTIONS.map(({ id }) => id).filter((id) => monthDays.includes(id))}
          options={MONTH_DAY_OPTIONS}
          onChange={(days) => setTimed({ monthDays: days.map(Number) })}
        />
      )}
    </>
  );
}
