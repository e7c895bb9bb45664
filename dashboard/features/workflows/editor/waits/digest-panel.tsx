import { ChoiceCards } from "#dashboard/components/controls/choice-cards.tsx";
import { PathField } from "../path-field.tsx";
import type { StepForm } from "../use-step-form.ts";
import { CronFields } from "./cron-fields.tsx";
import { DaysFields } from "./days-fields.tsx";
import { DurationField, StepDuration } from "./duration-field.tsx";
import { useWaitDates } from "./use-wait-dates.ts";
import { WaitPanel } from "./wait-panel.tsx";

const KINDS = [
  { id: "regular", text: "For a time", description: "Collects from the first event for a set time" },
  {
    id: "backoff",
    text: "Only when busy",
    description: "Sends a single event at once, and collects when they come often",
  },
  { id: "days", text: "At set times", description: "Sends every day, week or month at a time of day" },
  { id: "cron", text: "By cron", description: "Sends at the times of a cron expression" },
] as const;
type Kind = (typeof KINDS)[number]["id"];

function kindOf({ values: { type, cron, timed, lookBackWindow } }: StepForm): Kind {
  if (type !== "regular" && cron !== undefined) return "cron";
  if (type === "timed" && timed !== undefined) return "days";
  return lookBackWindow === undefined ? "regular" : "backoff";
}

/** How long a digest collects, and what of. The values of the kinds that are not chosen are not kept, as each would be another digest. */
export function DigestPanel({ form }: { form: StepForm }) {
  const { values, set, error, object, readOnly } = form;
  const kind = kindOf(form);
  const isTimed = kind === "days" || kind === "cron";
  const dates = useWaitDates(form, "digest", isTimed);
  const none = { cron: undefined, timezone: undefined, timed: undefined, lookBackWindow: undefined };
  const length = { amount: values.amount ?? 1, unit: values.unit ?? "hours" };
  const choose = (next: Kind) => {
    if (next === "regular") set({ ...none, ...length, type: "regular" });
    if (next === "backoff") set({ ...none, ...length, type: "regular", lookBackWindow: { amount: 1, unit: "hours" } });
    if (next === "days") set({ ...none, type: "timed", amount: 1, unit: "days", timed: { atTime: "09:00" } });
    if (next === "cron") set({ ...none, type: "timed", amount: undefined, unit: undefined, cron: "0 9 * * *" });
  };
  const window = object("lookBackWindow");
  return (
    <WaitPanel form={form} type="digest" dates={isTimed ? dates : undefined}>
      <ChoiceCards label="Collects" value={kind} options={KINDS} onChange={choose} readOnly={readOnly} />
      {!isTimed && (
        <StepDuration
          form={form}
          label="Collects for"
          hint={kind === "backoff" ? "Starts with the second event" : "From the first event on"}
        />
      )}
      {kind === "backoff" && (
        <DurationField
          label="When another came within the last"
          hint="Without one before it, an event is sent at once"
          error={error("lookBackWindow")}
          amount={window.amount}
          unit={window.unit}
          readOnly={readOnly}
          onChange={(lookBackWindow) => set({ lookBackWindow })}
        />
      )}
      {kind === "days" && <DaysFields form={form} dates={dates} />}
      {kind === "cron" && <CronFields form={form} dates={dates} />}
      <PathField
        form={form}
        name="digestKey"
        label="Group by"
        hint="A field, such as payload.postId: events with different values get separate digests"
      />
    </WaitPanel>
  );
}
