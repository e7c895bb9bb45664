import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { z } from "zod";
import { JsonField } from "#dashboard/components/controls/json-field.tsx";
import { Picker } from "#dashboard/components/controls/picker.tsx";
import { cappedCountText } from "#dashboard/components/display/count-text.ts";
import { LoadFailed } from "#dashboard/components/feedback/load-failed.tsx";
import { type FormOf, fieldError } from "#dashboard/forms/form.tsx";
import { JsonObjectText, jsonObjectText } from "#dashboard/forms/json-object.ts";
import { SchemaForm } from "#dashboard/forms/schema-form.tsx";
import { STATUS_TEXTS } from "#dashboard/trigger-status.ts";
import { useEnvironment } from "#dashboard/use-environment.ts";

const TopicEvent = z.object({
  workflow: z.object({ id: z.string(), text: z.string() }, { error: "is missing: choose one" }).nullable(),
  payload: JsonObjectText,
});
type TopicEventForm = FormOf<z.input<typeof TopicEvent>, z.output<typeof TopicEvent>>;

interface TriggerTopicFormProps {
  /** Keeps what is typed under this name. */
  keptName: string;
  topicKey: string;
  /** Called with the transactionId of the event. */
  onSent: (transactionId: string) => void;
}

/** Triggers a workflow for all members of a topic, whose number is on the button. */
export function TriggerTopicForm({ keptName, topicKey, onSent }: TriggerTopicFormProps) {
  const { write, read } = useEnvironment();
  const size = useQuery(read("v2.topics.size", topicKey));
  const members = size.data && cappedCountText(size.data, "subscriber");
  return (
    <>
      <LoadFailed what="The number of members" query={size} />
      <SchemaForm
        schema={TopicEvent}
        initial={{ workflow: null, payload: "" }}
        serverFields={{ name: "workflow" }}
        keptName={keptName}
        action={members === undefined ? "Send" : `Send to ${members}`}
        send={async ({ workflow, payload }, form) => {
          if (!workflow) {
            form.setError("workflow", { message: "is missing: choose one" });
            return;
          }
          const to = { type: "Topic" as const, topicKey };
          const { status, transactionId } = await write("events.trigger", workflow.id, { to, payload: payload ?? {} });
          if (status === "processed" && transactionId) onSent(transactionId);
          else form.setError("root.server", { message: STATUS_TEXTS[status] });
        }}
      >
        {(form) => <Fields form={form} />}
      </SchemaForm>
    </>
  );
}

function Fields({ form }: { form: TopicEventForm }) {
  const { current, searches, read } = useEnvironment();
  const workflow = form.watch("workflow");
  const example = useQuery({ ...read("v2.workflows.getTestData", workflow?.id ?? ""), enabled: workflow !== null });
  const payload = example.data && jsonObjectText(example.data.example.payload);
  const { getValues, setValue } = form;
  useEffect(() => {
    if (payload !== undefined && getValues("payload").trim() === "") setValue("payload", payload);
  }, [payload, getValues, setValue]);
  return (
    <>
      <Picker
        label="Workflow"
        placeholder="Choose by name or identifier"
        value={workflow}
        onChange={(chosen) => setValue("workflow", chosen, { shouldDirty: true })}
        queryKey={["environment", current?._id, "workflows"]}
        search={searches.workflows}
        error={fieldError(form, "workflow")}
      />
      <JsonField
        label="Payload"
        hint="The same for every member"
        optional
        value={form.watch("payload")}
        onChange={(typed) => setValue("payload", typed, { shouldDirty: true })}
        error={fieldError(form, "payload")}
      />
    </>
  );
}
