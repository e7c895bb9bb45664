import { ChoiceCards } from "#dashboard/components/controls/choice-cards.tsx";
import { PathField } from "../path-field.tsx";
import type { StepForm } from "../use-step-form.ts";
import { CronFields } from "./cron-fields.tsx";
import { StepDuration } from "./duration-field.tsx";
import { useWaitDates } from "./use-wait-dates.ts";
import { WaitPanel } from "./wait-panel.tsx";

const KINDS = [
  { id: "regular", text: "For a time", description: "Waits as long for every run" },
  { id: "dynamic", text: "Until a moment in the payload", description: "Each event says when its run goes on" },
  { id: "timed", text: "By cron", description: "Waits for the next time of a cron expression" },
] as const;
type Kind = (typeof KINDS)[number]["id"];

/** How long a delay waits. */
export function DelayPanel({ form }: { form: StepForm }) {
  const { values, set, readOnly } = form;
  const kind = KINDS.find(({ id }) => id === values.type)?.id ?? "regular";
  const dates = useWaitDates(form, "delay", kind === "timed");
  const none = { amount: undefined, unit: undefined, cron: undefined, timezone: undefined, dynamicKey: undefined };
  const choose = (type: Kind) => {
    if (type === "regular") set({ ...none, type, amount: 1, unit: "hours" });
    if (type === "dynamic") set({ ...none, type, dynamicKey: "" });
    if (type === "timed") set({ ...none, type, cron: "0 9 * * *" });
  };
  return (
    <WaitPanel form={form} type="delay" dates={kind === "timed" ? dates : undefined}>
      <ChoiceCards label="Waits" value={kind} options={KINDS} onChange={choose} readOnly={readOnly} />
      {kind === "regular" && <StepDuration form={form} label="Waits for" hint="From when a run reaches the step" />}
      {kind === "dynamic" && (
        <PathField
          form={form}
          name="dynamicKey"
          label="Moment"
          hint="A field that holds a date, such as payload.sendAt"
        />
      )}
      {kind === "timed" && <CronFields form={form} dates={dates} />}
    </WaitPanel>
  );
}
