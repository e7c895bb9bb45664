import { Field } from "#dashboard/components/controls/field.tsx";
import { Picker } from "#dashboard/components/controls/picker.tsx";
import { Select } from "#dashboard/components/controls/select.tsx";
import { TextArea } from "#dashboard/components/controls/text-area.tsx";
import { fieldError } from "#dashboard/forms/form.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";
import type { FormOfSchedule } from "./schedule-values.ts";

const AUDIENCES = [
  { id: "everybody", text: "All subscribers of the environment" },
  { id: "topic", text: "The subscribers of a topic" },
  { id: "subscribers", text: "Some subscribers" },
] as const;
/** Of a schedule that was made by the API. */
const KEPT = { id: "kept", text: "Several topics, or with exceptions" } as const;

/** Everybody, a topic, or subscribers by their ids. */
export function AudienceFields({ form }: { form: FormOfSchedule }) {
  const { current, searches } = useEnvironment();
  const audience = form.watch("audience");
  const isKept = form.formState.defaultValues?.audience === "kept";
  return (
    <>
      <Select
        label="Audience"
        value={audience}
        options={isKept ? [KEPT, ...AUDIENCES] : AUDIENCES}
        onChange={(next) => form.setValue("audience", next, { shouldDirty: true })}
        error={fieldError(form, "audience")}
      />
      {audience === "topic" && (
        <Picker
          label="Topic"
          value={form.watch("topic")}
          onChange={(topic) => form.setValue("topic", topic, { shouldDirty: true })}
          queryKey={["environment", current?._id, "topics"]}
          search={searches.topics}
          error={fieldError(form, "topic")}
        />
      )}
      {audience === "subscribers" && (
        <Field
          label="Subscriber ids"
          hint="One in each line, at most 100: use a topic for more"
          error={fieldError(form, "subscriberIds")}
        >
          {(control) => <TextArea {...control} rows={3} {...form.register("subscriberIds")} />}
        </Field>
      )}
    </>
  );
}
