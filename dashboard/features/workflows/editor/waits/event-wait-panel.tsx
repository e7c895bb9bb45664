import { ChoiceCards } from "#dashboard/components/controls/choice-cards.tsx";
import { TextField } from "../forms/message-form.tsx";
import { WorkflowField } from "../forms/workflow-field.tsx";
import { PathField } from "../path-field.tsx";
import type { StepForm } from "../use-step-form.ts";
import { StepDuration } from "./duration-field.tsx";
import { WaitPanel } from "./wait-panel.tsx";

const KINDS = [
  { id: "signal", text: "A signal", description: "Something that your code reports about the subscriber" },
  { id: "workflow", text: "An event of a workflow", description: "Another event that is triggered for the subscriber" },
] as const;

/** The event that a step waits for, and for how long. */
export function EventWaitPanel({ form }: { form: StepForm }) {
  const { values, set, readOnly } = form;
  const kind = values.workflowIdentifier === undefined ? "signal" : "workflow";
  return (
    <WaitPanel form={form} type="wait_for_event">
      <ChoiceCards
        label="Waits for"
        value={kind}
        options={KINDS}
        readOnly={readOnly}
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
        <WorkflowField form={form} name="workflowIdentifier" hint="Its events for the same subscriber count" />
      )}
      <StepDuration form={form} label="At most" hint="After it, the run goes on without the event" />
      <PathField
        form={form}
        name="matchPath"
        label="Match on"
        hint="The field that must have the same value in both events, such as payload.orderId"
      />
    </WaitPanel>
  );
}
