import { useState } from "react";
import { z } from "zod";
import { CHANNELS } from "#contract/constants/channels.ts";
import type { WorkflowOverride } from "#contract/workflows/workflow-overrides.ts";
import { Checkbox } from "#dashboard/components/controls/checkbox.tsx";
import { Picker } from "#dashboard/components/controls/picker.tsx";
import type { PickerItem } from "#dashboard/components/controls/picker-results.tsx";
import { STEP_TYPE_LABELS } from "#dashboard/components/display/step-type.tsx";
import { type FormOf, fieldError } from "#dashboard/forms/form.tsx";
import { SchemaForm } from "#dashboard/forms/schema-form.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";

const Override = z.object({
  workflowId: z.string().min(1, { error: "is missing: choose one" }),
  active: z.boolean(),
  channels: z.array(z.enum(CHANNELS)),
});
type OverrideValues = z.infer<typeof Override>;

interface OverrideFormProps {
  tenantId: string;
  /** The one to change; a new one without it. */
  override?: WorkflowOverride;
  keptName: string;
  onSaved: () => void;
}

/** The form of what a workflow does for one tenant. */
export function OverrideForm({ tenantId, override, keptName, onSaved }: OverrideFormProps) {
  const { write } = useEnvironment();
  return (
    <SchemaForm
      schema={Override}
      initial={{
        workflowId: override?._workflowId ?? "",
        active: override?.active ?? true,
        channels: CHANNELS.filter((channel) => override?.preferenceSettings[channel] ?? true),
      }}
      keptName={keptName}
      action={override ? "Save override" : "Override"}
      send={async ({ workflowId, active, channels }) => {
        const preferenceSettings = Object.fromEntries(CHANNELS.map((channel) => [channel, channels.includes(channel)]));
        const settings = { active, preferenceSettings };
        if (override) await write("workflowOverrides.updateOneById", override._id, settings);
        else await write("workflowOverrides.create", { workflowId, tenantId, ...settings });
        onSaved();
      }}
    >
      {(form) => (
        <>
          {!override && <WorkflowPicker form={form} />}
          <Checkbox
            label="Active for this tenant"
            checked={form.watch("active")}
            onChange={(active) => form.setValue("active", active, { shouldDirty: true })}
          />
          <fieldset className="flex flex-col gap-1">
            <legend className="mb-1 text-xs text-muted">Channels</legend>
            {CHANNELS.map((channel) => (
              <Checkbox
                key={channel}
                label={STEP_TYPE_LABELS[channel].name}
                checked={form.watch("channels").includes(channel)}
                onChange={(isOn) => {
                  const others = form.getValues("channels").filter((one) => one !== channel);
                  form.setValue("channels", isOn ? [...others, channel] : others, { shouldDirty: true });
                }}
              />
            ))}
          </fieldset>
        </>
      )}
    </SchemaForm>
  );
}

function WorkflowPicker({ form }: { form: FormOf<OverrideValues, OverrideValues> }) {
  const { current, searches } = useEnvironment();
  const [chosen, setChosen] = useState<PickerItem | null>(null);
  const workflowId = form.watch("workflowId");
  return (
    <Picker
      label="Workflow"
      placeholder="Choose by name or identifier"
      value={workflowId === "" || chosen?.id === workflowId ? chosen : { id: workflowId, text: workflowId }}
      search={searches.workflowIds}
      queryKey={["environment", current?._id, "workflowIds"]}
      error={fieldError(form, "workflowId")}
      onChange={(next) => {
        setChosen(next);
        form.setValue("workflowId", next?.id ?? "", { shouldDirty: true });
      }}
    />
  );
}
