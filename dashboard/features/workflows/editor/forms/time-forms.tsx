import { ORDINAL_VALUES, ORDINALS, WEEK_DAYS } from "#contract/constants/time.ts";
import { Checkbox } from "../../../../components/checkbox.tsx";
import { Field, Input } from "../../../../components/field.tsx";
import { NumberInput } from "../../../../components/number-input.tsx";
import { Segmented } from "../../../../components/segmented.tsx";
import { Select } from "../../../../components/select.tsx";
import { TextInput } from "../../../../components/text-input.tsx";
import { TimeZonePicker } from "../../../../components/time-zone-picker.tsx";
import { type StepForm, textOf } from "../use-step-form.ts";
import { DurationField } from "./duration-field.tsx";
import { TextField } from "./message-form.tsx";

const DIGEST_KINDS = [
  { id: "regular", text: "For a time" },
  { id: "backoff", text: "If more come" },
  { id: "days", text: "At set times" },
  { id: "cron", text: "By cron" },
] as const;
type DigestKind = (typeof DIGEST_KINDS)[number]["id"];

function digestKind({ values: { type, cron, timed, lookBackWindow } }: StepForm): DigestKind {
  if (type !== "regular" && cron !== undefined) return "cron";
  if (type === "timed" && timed !== undefined) return "days";
  return lookBackWindow === undefined ? "regular" : "backoff";
}

/** How long a digest collects. The values of the kinds that are not chosen are not kept, as each would be another digest. */
export function DigestForm({ form }: { form: StepForm }) {
  const { values, set, error, object, readOnly } = form;
  const kind = digestKind(form);
  const none = { cron: undefined, timezone: undefined, timed: undefined, lookBackWindow: undefined };
  const length = { amount: values.amount ?? 1, unit: values.unit ?? "hours" };
  const choose = (next: DigestKind) => {
    if (next === "regular") set({ ...none, ...length, type: "regular" });
    if (next === "backoff") set({ ...none, ...length, type: "regular", lookBackWindow: { amount: 1, unit: "hours" } });
    if (next === "days") set({ ...none, type: "timed", amount: 1, unit: "days", timed: { atTime: "09:00" } });
    if (next === "cron") set({ ...none, type: "timed", amount: undefined, unit: undefined, cron: "0 9 * * *" });
  };
  const window = object("lookBackWindow");
  return (
    <>
      <Segmented label="Collects" value={kind} options={DIGEST_KINDS} onChange={choose} disabled={readOnly} />
      {(kind === "regular" || kind === "backoff") && (
        <DurationField
          label="Collects for"
          error={error("amount") ?? error("unit")}
          amount={values.amount}
          unit={values.unit}
          readOnly={readOnly}
          onChange={set}
        />
      )}
      {kind === "backoff" && (
        <DurationField
          label="If an event came in the last"
          hint="Without one before it, an event is sent at once"
          error={error("lookBackWindow")}
          amount={window.amount}
          unit={window.unit}
          readOnly={readOnly}
          onChange={(lookBackWindow) => set({ lookBackWindow })}
        />
      )}
      {kind === "days" && <DaysFields form={form} />}
      {kind === "cron" && <CronFields form={form} />}
      <TextField
        form={form}
        name="digestKey"
        label="Apart by"
        hint="A place in the payload, such as payload.postId: events with another value there are collected apart"
      />
    </>
  );
}

const UNITS = [
  { id: "days", text: "days" },
  { id: "weeks", text: "weeks" },
  { id: "months", text: "months" },
] as const;

function DaysFields({ form }: { form: StepForm }) {
  const { set, error, object, readOnly, number, text } = form;
  const timed = object("timed");
  const setTimed = (changes: Record<string, unknown>) =>
    set({
      timed: Object.fromEntries(Object.entries({ ...timed, ...changes }).filter(([, value]) => value !== undefined)),
    });
  const unit = UNITS.find(({ id }) => id === text("unit"))?.id ?? "days";
  const weekDays = Array.isArray(timed.weekDays) ? timed.weekDays.map(String) : [];
  const monthDays = Array.isArray(timed.monthDays) ? timed.monthDays : [];
  const isOn = timed.monthlyType === "on";
  return (
    <>
      <div className="grid grid-cols-2 gap-3">
        <NumberInput
          label="Every"
          error={error("amount")}
          min={1}
          decimals={0}
          readOnly={readOnly}
          value={number("amount")}
          onChange={(amount) => set({ amount: amount ?? undefined })}
        />
        <Select
          label="Unit"
          readOnly={readOnly}
          value={unit}
          options={UNITS}
          onChange={(next) => set({ unit: next })}
        />
      </div>
      {unit === "weeks" && (
        <fieldset className="flex flex-wrap gap-x-4 gap-y-1">
          <legend className="mb-1 font-medium">Days</legend>
          {WEEK_DAYS.map((day) => (
            <Checkbox
              key={day}
              label={capitalised(day)}
              readOnly={readOnly}
              checked={weekDays.includes(day)}
              onChange={(checked) =>
                setTimed({ weekDays: WEEK_DAYS.filter((one) => (one === day ? checked : weekDays.includes(one))) })
              }
            />
          ))}
        </fieldset>
      )}
      {unit === "months" && (
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
                label="Which"
                readOnly={readOnly}
                value={ORDINALS.find((one) => one === timed.ordinal) ?? null}
                options={ORDINALS.map((id) => ({ id, text: id === "last" ? "Last" : `${id}.` }))}
                onChange={(ordinal) => setTimed({ ordinal })}
              />
              <Select
                label="Day"
                readOnly={readOnly}
                value={ORDINAL_VALUES.find((one) => one === timed.ordinalValue) ?? null}
                options={ORDINAL_VALUES.map((id) => ({ id, text: capitalised(id === "weekend" ? "weekend day" : id) }))}
                onChange={(ordinalValue) => setTimed({ ordinalValue })}
              />
            </div>
          ) : (
            <NumberInput
              label="Day number"
              hint="Months without that day are left out"
              min={1}
              max={31}
              decimals={0}
              readOnly={readOnly}
              value={typeof monthDays[0] === "number" ? monthDays[0] : null}
              onChange={(day) => setTimed({ monthDays: day === null ? undefined : [day, ...monthDays.slice(1)] })}
            />
          )}
        </>
      )}
      <Field label="At" error={error("timed.atTime")}>
        {(control) => (
          <Input
            {...control}
            type="time"
            readOnly={readOnly}
            value={textOf(timed.atTime).padStart(5, "0")}
            onChange={(event) => setTimed({ atTime: event.target.value || undefined })}
          />
        )}
      </Field>
      <TimeZonePicker
        label="Time zone"
        error={error("timed.timezone")}
        readOnly={readOnly}
        value={textOf(timed.timezone) || "UTC"}
        onChange={(timezone) => setTimed({ timezone })}
      />
    </>
  );
}

function CronFields({ form }: { form: StepForm }) {
  const { set, error, text, readOnly } = form;
  return (
    <>
      <TextInput
        label="Cron expression"
        hint="Five fields: minute, hour, day of the month, month, day of the week"
        error={error("cron")}
        code
        readOnly={readOnly}
        value={text("cron")}
        onChange={(cron) => set({ cron })}
      />
      <TimeZonePicker
        label="Time zone"
        error={error("timezone")}
        readOnly={readOnly}
        value={text("timezone") || "UTC"}
        onChange={(timezone) => set({ timezone })}
      />
    </>
  );
}

const DELAY_KINDS = [
  { id: "regular", text: "For a time" },
  { id: "dynamic", text: "Until a moment in the payload" },
  { id: "timed", text: "By cron" },
] as const;

/** How long a delay waits. */
export function DelayForm({ form }: { form: StepForm }) {
  const { values, set, error, readOnly } = form;
  const kind = DELAY_KINDS.find(({ id }) => id === values.type)?.id ?? "regular";
  const none = { amount: undefined, unit: undefined, cron: undefined, timezone: undefined, dynamicKey: undefined };
  const choose = (type: typeof kind) => {
    if (type === "regular") set({ ...none, type, amount: 1, unit: "hours" });
    if (type === "dynamic") set({ ...none, type, dynamicKey: "" });
    if (type === "timed") set({ ...none, type, cron: "0 9 * * *" });
  };
  return (
    <>
      <Segmented label="Waits" value={kind} options={DELAY_KINDS} onChange={choose} disabled={readOnly} />
      {kind === "regular" && (
        <DurationField
          label="Waits for"
          error={error("amount") ?? error("unit")}
          amount={values.amount}
          unit={values.unit}
          readOnly={readOnly}
          onChange={set}
        />
      )}
      {kind === "dynamic" && (
        <TextField
          form={form}
          name="dynamicKey"
          label="Moment"
          hint="A place in the payload that holds a date, such as payload.sendAt"
        />
      )}
      {kind === "timed" && <CronFields form={form} />}
    </>
  );
}

const THROTTLE_KINDS = [
  { id: "fixed", text: "In a time" },
  { id: "dynamic", text: "Until a moment in the payload" },
] as const;

/** How many runs a throttle lets pass. */
export function ThrottleForm({ form }: { form: StepForm }) {
  const { values, set, error, number, readOnly } = form;
  const kind = values.type === "dynamic" ? "dynamic" : "fixed";
  return (
    <>
      <NumberInput
        label="Lets pass"
        hint="Runs of one subscriber; the others end, with all their later steps"
        error={error("threshold")}
        min={1}
        decimals={0}
        readOnly={readOnly}
        value={number("threshold")}
        onChange={(threshold) => set({ threshold: threshold ?? undefined })}
      />
      <Segmented
        label="Window"
        value={kind}
        options={THROTTLE_KINDS}
        disabled={readOnly}
        onChange={(type) =>
          set(
            type === "fixed"
              ? { type, amount: 1, unit: "hours", dynamicKey: undefined }
              : { type, amount: undefined, unit: undefined, dynamicKey: "" },
          )
        }
      />
      {kind === "fixed" ? (
        <DurationField
          label="In"
          error={error("amount") ?? error("unit")}
          amount={values.amount}
          unit={values.unit}
          readOnly={readOnly}
          onChange={set}
        />
      ) : (
        <TextField form={form} name="dynamicKey" label="Until" hint="A place in the payload that holds a date" />
      )}
      <TextField
        form={form}
        name="throttleKey"
        label="Apart by"
        hint="A place in the payload: other values are counted apart"
      />
    </>
  );
}

const WAIT_KINDS = [
  { id: "signal", text: "A signal" },
  { id: "workflow", text: "An event of a workflow" },
] as const;

/** The event that a step waits for. */
export function WaitForm({ form }: { form: StepForm }) {
  const { values, set, error, readOnly } = form;
  const kind = values.workflowIdentifier === undefined ? "signal" : "workflow";
  return (
    <>
      <Segmented
        label="Waits for"
        value={kind}
        options={WAIT_KINDS}
        disabled={readOnly}
        onChange={(next) =>
          set(
            next === "signal"
              ? { signal: "", workflowIdentifier: undefined }
              : { signal: undefined, workflowIdentifier: "" },
          )
        }
      />
      {kind === "signal" ? (
        <TextField
          form={form}
          name="signal"
          label="Signal"
          hint="The name that your code sends with POST /v1/signals"
        />
      ) : (
        <TextField form={form} name="workflowIdentifier" label="Workflow" hint="Its identifier" />
      )}
      <DurationField
        label="At most"
        error={error("amount") ?? error("unit")}
        amount={values.amount}
        unit={values.unit}
        readOnly={readOnly}
        onChange={set}
      />
      <TextField
        form={form}
        name="matchPath"
        label="With the same"
        hint="A place that has to hold the same value in both payloads, such as payload.orderId"
      />
    </>
  );
}

const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
