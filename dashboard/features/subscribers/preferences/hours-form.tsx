import { z } from "zod";
import type { SubscriberHours } from "#contract/schemas/subscriber-hours.ts";
import { Checkbox } from "#dashboard/components/controls/checkbox.tsx";
import { TimeField } from "#dashboard/components/controls/time-field.tsx";
import { showToast } from "#dashboard/components/overlays/toast.ts";
import { type FormOf, fieldError } from "#dashboard/forms/form.tsx";
import { SchemaForm } from "#dashboard/forms/schema-form.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";
import { useSubscriber } from "../person/subscriber-context.ts";
import { clockOf12, clockOf24, DAYS, dayName } from "./hours-text.ts";

const time = z.string().min(1, { error: "is missing" });
const Hours = z.object({
  isEnabled: z.boolean(),
  days: z.array(z.object({ isOpen: z.boolean(), start: time, end: time })),
});
type HoursValues = z.infer<typeof Hours>;
type HoursFormOf = FormOf<HoursValues, HoursValues>;

/** Working days, for somebody who has no hours yet. */
const USUAL = { start: "09:00 AM", end: "06:00 PM" };

/** Changes when messages may reach the subscriber. */
export function HoursForm({ schedule }: { schedule: SubscriberHours | undefined }) {
  const { subscriberId } = useSubscriber();
  const { write } = useEnvironment();
  const week = schedule?.weeklySchedule;
  const days = DAYS.map((day, index) => {
    const stored = week?.[day];
    const span = stored?.hours?.[0] ?? (stored?.isEnabled ? ALL_DAY : USUAL);
    return {
      isOpen: week ? (stored?.isEnabled ?? false) : index < 5,
      start: clockOf24(span.start),
      end: clockOf24(span.end),
    };
  });
  return (
    <SchemaForm
      schema={Hours}
      initial={{ isEnabled: schedule?.isEnabled === true && week !== undefined, days }}
      serverFields={{ schedule: "isEnabled" }}
      keptName="hours"
      className="items-start"
      action="Save hours"
      send={async (values, form) => {
        const entries = DAYS.map((day, index) => {
          const { isOpen = false, start = "", end = "" } = values.days[index] ?? {};
          // A day may have more hours than the form shows.
          const others = week?.[day]?.hours?.slice(1) ?? [];
          return [
            day,
            { isEnabled: isOpen, hours: [{ start: clockOf12(start), end: clockOf12(end) }, ...others] },
          ] as const;
        });
        const weeklySchedule = Object.fromEntries(entries);
        await write("subscribers.updateGlobalPreference", subscriberId, {
          schedule: { isEnabled: values.isEnabled, ...(values.isEnabled && { weeklySchedule }) },
        });
        form.reset(values);
        showToast({ tone: "success", text: "The hours were saved" });
      }}
    >
      {(form) => (
        <>
          <Checkbox
            label="Only at certain hours"
            checked={form.watch("isEnabled")}
            onChange={(isEnabled) => form.setValue("isEnabled", isEnabled, { shouldDirty: true })}
            error={fieldError(form, "isEnabled")}
          />
          {form.watch("isEnabled") && (
            <ul className="flex flex-col gap-1">
              {DAYS.map((day, index) => (
                <DayRow key={day} form={form} index={index} others={(week?.[day]?.hours?.length ?? 1) - 1} />
              ))}
            </ul>
          )}
          {schedule?.channels && Object.keys(schedule.channels).length > 0 && (
            <p className="text-muted">
              {`These channels have hours of their own, which stay: ${Object.keys(schedule.channels).join(", ")}.`}
            </p>
          )}
        </>
      )}
    </SchemaForm>
  );
}

/** From midnight to midnight. */
const ALL_DAY = { start: "12:00 AM", end: "12:00 AM" };

interface DayRowProps {
  form: HoursFormOf;
  index: number;
  /** Hours of the day that are not shown. */
  others: number;
}

function DayRow({ form, index, others }: DayRowProps) {
  const name = dayName(DAYS[index] ?? "monday");
  const isOpen = form.watch(`days.${index}.isOpen`);
  const change = (field: "start" | "end") => (next: string) =>
    form.setValue(`days.${index}.${field}`, next, { shouldDirty: true });
  return (
    <li className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-1">
      <span className="w-32">
        <Checkbox
          label={name}
          checked={isOpen}
          onChange={(next) => form.setValue(`days.${index}.isOpen`, next, { shouldDirty: true })}
        />
      </span>
      {isOpen ? (
        <>
          <TimeField
            label={`${name} from`}
            labelHidden
            value={form.watch(`days.${index}.start`)}
            onChange={change("start")}
            error={fieldError(form, `days.${index}.start`)}
          />
          <span className="text-muted">to</span>
          <TimeField
            label={`${name} to`}
            labelHidden
            value={form.watch(`days.${index}.end`)}
            onChange={change("end")}
            error={fieldError(form, `days.${index}.end`)}
          />
          {others > 0 && <span className="text-xs text-muted">{`and ${others} more, which stay`}</span>}
        </>
      ) : (
        <span className="text-muted">Closed</span>
      )}
    </li>
  );
}
