import type { Schedule } from "#contract/schedules.ts";
import { Checkbox } from "#dashboard/components/controls/checkbox.tsx";
import { DateTimeField } from "#dashboard/components/controls/date-time-field.tsx";
import { JsonField } from "#dashboard/components/controls/json-field.tsx";
import { Picker } from "#dashboard/components/controls/picker.tsx";
import { Select } from "#dashboard/components/controls/select.tsx";
import { TimeZonePicker } from "#dashboard/components/controls/time-zone-picker.tsx";
import { ownTimeZone } from "#dashboard/components/dates/next-dates.tsx";
import { FormInput, fieldError } from "#dashboard/forms/form.tsx";
import { SchemaForm } from "#dashboard/forms/schema-form.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";
import { AudienceFields } from "./audience-fields.tsx";
import { RecurrenceFields } from "./recurrence-fields.tsx";
import { ScheduleDates } from "./schedule-dates.tsx";
import { bodyOf, type FormOfSchedule, TypedSchedule, valuesOf } from "./schedule-values.ts";

const SERVER_FIELDS = {
  "recurrence.at": "at",
  "recurrence.amount": "amount",
  "recurrence.unit": "unit",
  "recurrence.timed.atTime": "atTime",
  "recurrence.timed.weekDays": "weekDays",
  "recurrence.cronExpression": "cron",
  "to.topicKey": "topic",
  to: "subscriberIds",
} as const;

const MISSED = [
  { id: "run_once", text: "Run once as soon as possible" },
  { id: "skip", text: "Skip them" },
] as const;

interface ScheduleFormProps {
  /** The one to change; a new one without it. */
  schedule?: Schedule;
  keptName: string;
  onSaved: (saved: Schedule) => void;
}

/** Asks for the workflow of a schedule, its audience and its times, and shows the dates that follow. */
export function ScheduleForm({ schedule, keptName, onSaved }: ScheduleFormProps) {
  const { write } = useEnvironment();
  return (
    <SchemaForm
      schema={TypedSchedule}
      initial={valuesOf(schedule, ownTimeZone())}
      serverFields={SERVER_FIELDS}
      keptName={keptName}
      action={schedule ? "Save schedule" : "Create schedule"}
      send={async (typed) => {
        const body = bodyOf(typed, schedule);
        onSaved(schedule ? await write("schedules.update", schedule._id, body) : await write("schedules.create", body));
      }}
    >
      {(form) => <Fields form={form} schedule={schedule} />}
    </SchemaForm>
  );
}

function Fields({ form, schedule }: { form: FormOfSchedule; schedule: Schedule | undefined }) {
  const { current, searches } = useEnvironment();
  const timezone = form.watch("timezone");
  const kind = form.watch("kind");
  return (
    <div className="grid grid-cols-1 gap-6 md:grid-cols-2">
      <div className="flex min-w-0 flex-col gap-4">
        <FormInput form={form} name="name" label="Name" autoFocus />
        <Picker
          label="Workflow"
          placeholder="Choose by name or identifier"
          value={form.watch("workflow")}
          onChange={(workflow) => form.setValue("workflow", workflow, { shouldDirty: true })}
          queryKey={["environment", current?._id, "workflows"]}
          search={searches.workflows}
          error={fieldError(form, "workflow")}
        />
        <AudienceFields form={form} />
        <JsonField
          label="Payload (optional)"
          optional
          value={form.watch("payload")}
          onChange={(payload) => form.setValue("payload", payload, { shouldDirty: true })}
          error={fieldError(form, "payload")}
        />
      </div>
      <div className="flex min-w-0 flex-col gap-4">
        <RecurrenceFields form={form} />
        <TimeZonePicker
          label="Time zone"
          value={timezone}
          onChange={(zone) => form.setValue("timezone", zone, { shouldDirty: true })}
          error={fieldError(form, "timezone")}
        />
        <Checkbox
          label="At that time of each subscriber's own zone"
          hint="Those without a zone get it at the time of the zone above."
          checked={form.watch("inSubscriberTimezone")}
          onChange={(checked) => form.setValue("inSubscriberTimezone", checked, { shouldDirty: true })}
        />
        {kind !== "once" && (
          <DateTimeField
            label="Ends (optional)"
            zone={timezone}
            value={form.watch("endAt")}
            onChange={(endAt) => form.setValue("endAt", endAt, { shouldDirty: true })}
            error={fieldError(form, "endAt")}
          />
        )}
        <Select
          label="Dates that were missed"
          value={form.watch("missed")}
          options={MISSED}
          onChange={(missed) => form.setValue("missed", missed, { shouldDirty: true })}
        />
        {kind !== "once" && <ScheduleDates form={form} former={schedule?.recurrence} />}
      </div>
    </div>
  );
}
