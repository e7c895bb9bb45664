import { ChoiceCards } from "#dashboard/components/controls/choice-cards.tsx";
import { NumberInput } from "#dashboard/components/controls/number-input.tsx";
import { PathField } from "../path-field.tsx";
import type { StepForm } from "../use-step-form.ts";
import { StepDuration } from "./duration-field.tsx";
import { WaitPanel } from "./wait-panel.tsx";

const KINDS = [
  { id: "fixed", text: "Fixed window", description: "Every window has the same length" },
  { id: "dynamic", text: "Until a moment in the payload", description: "The first event says when the window ends" },
] as const;

/** How many runs a throttle lets pass, and in which window. */
export function ThrottlePanel({ form }: { form: StepForm }) {
  const { values, set, error, number, readOnly } = form;
  const kind = values.type === "dynamic" ? "dynamic" : "fixed";
  return (
    <WaitPanel form={form} type="throttle">
      <NumberInput
        label="At most"
        hint="Runs per subscriber; further runs stop here"
        error={error("threshold")}
        min={1}
        decimals={0}
        readOnly={readOnly}
        value={number("threshold")}
        onChange={(threshold) => set({ threshold: threshold ?? undefined })}
      />
      <ChoiceCards
        label="Window"
        value={kind}
        options={KINDS}
        readOnly={readOnly}
        onChange={(type) =>
          set(
            type === "fixed"
              ? { type, amount: 1, unit: "hours", dynamicKey: undefined }
              : { type, amount: undefined, unit: undefined, dynamicKey: "" },
          )
        }
      />
      {kind === "fixed" ? (
        <StepDuration form={form} label="Within" hint="Starts with the first run that gets through" />
      ) : (
        <PathField
          form={form}
          name="dynamicKey"
          label="Until"
          hint="A field that holds a date, such as payload.quietUntil"
        />
      )}
      <PathField
        form={form}
        name="throttleKey"
        label="Group by"
        hint="A field, such as payload.orderId: runs with different values are counted separately"
      />
    </WaitPanel>
  );
}
