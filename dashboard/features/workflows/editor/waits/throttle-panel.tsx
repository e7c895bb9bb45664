import { ChoiceCards } from "../../../../components/choice-cards.tsx";
import { NumberInput } from "../../../../components/number-input.tsx";
import { TextField } from "../forms/message-form.tsx";
import type { StepForm } from "../use-step-form.ts";
import { StepDuration } from "./duration-field.tsx";
import { WaitPanel } from "./wait-panel.tsx";

const KINDS = [
  { id: "fixed", text: "In a time", description: "The window is as long for every run" },
  { id: "dynamic", text: "Until a moment in the payload", description: "The first event says when the window ends" },
] as const;

/** How many runs a throttle lets pass, and in which window. */
export function ThrottlePanel({ form }: { form: StepForm }) {
  const { values, set, error, number, readOnly } = form;
  const kind = values.type === "dynamic" ? "dynamic" : "fixed";
  return (
    <WaitPanel form={form} type="throttle">
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
        <StepDuration form={form} label="In" hint="From the first run that passes" />
      ) : (
        <TextField
          form={form}
          name="dynamicKey"
          label="Until"
          hint="A place in the payload that holds a date, such as payload.quietUntil"
        />
      )}
      <TextField
        form={form}
        name="throttleKey"
        label="Apart by"
        hint="A place in the payload, such as payload.orderId: runs with another value there are counted apart"
      />
    </WaitPanel>
  );
}
