import { useState } from "react";
import { z } from "zod";
import type { Explanation } from "#contract/explain.ts";
import { JsonField } from "#dashboard/components/controls/json-field.tsx";
import { Picker } from "#dashboard/components/controls/picker.tsx";
import type { PickerItem } from "#dashboard/components/controls/picker-results.tsx";
import { Disclosure } from "#dashboard/components/disclosure.tsx";
import { fieldError } from "#dashboard/forms/form.tsx";
import { JsonObjectText } from "#dashboard/forms/json-object.ts";
import { SchemaForm } from "#dashboard/forms/schema-form.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";
import { ExplainedRun } from "./explained-run.tsx";

const Question = z.object({
  workflow: z.string().min(1, { error: "is missing: choose one" }),
  payload: JsonObjectText,
});

interface ExplainPanelProps {
  subscriberId: string;
  /** Identifier of the chosen workflow; empty for none. */
  workflow: string;
  onWorkflow: (identifier: string) => void;
}

/** Asks what an event would do for the subscriber, and shows the answer. Nothing is sent. */
export function ExplainPanel({ subscriberId, workflow, onWorkflow }: ExplainPanelProps) {
  const { current, searches, write } = useEnvironment();
  const [chosen, setChosen] = useState<PickerItem | null>(null);
  const [answer, setAnswer] = useState<Explanation>();
  return (
    <div className="flex max-w-3xl flex-col gap-6">
      <SchemaForm
        schema={Question}
        initial={{ workflow, payload: "" }}
        serverFields={{ name: "workflow" }}
        className="items-start"
        action="Explain"
        send={async ({ workflow: name, payload }) =>
          setAnswer(await write("events.explain", { name, to: subscriberId, payload: payload ?? {} }))
        }
      >
        {(form) => (
          <div className="flex w-full flex-col gap-4">
            <p className="text-muted">
              Says step by step what an event would do for the subscriber now, and why. Nothing is sent, stored or
              counted.
            </p>
            <Picker
              label="Workflow"
              placeholder="Choose by name or identifier"
              // Of a workflow that the address names, the identifier is known.
              value={workflow === "" || chosen?.id === workflow ? chosen : { id: workflow, text: workflow }}
              search={searches.workflows}
              queryKey={["environment", current?._id, "workflows"]}
              error={fieldError(form, "workflow")}
              onChange={(next) => {
                setChosen(next);
                setAnswer(undefined);
                form.setValue("workflow", next?.id ?? "", { shouldValidate: true });
                onWorkflow(next?.id ?? "");
              }}
            />
            <Disclosure title="Payload">
              <JsonField
                label="Payload"
                labelHidden
                hint="The data of the event. Conditions and templates may depend on it"
                optional
                value={form.watch("payload")}
                onChange={(payload) => form.setValue("payload", payload)}
                error={fieldError(form, "payload")}
              />
            </Disclosure>
          </div>
        )}
      </SchemaForm>
      <div role="status">{answer && <ExplainedRun explanation={answer} />}</div>
    </div>
  );
}
