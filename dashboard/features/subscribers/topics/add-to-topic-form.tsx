import { z } from "zod";
import { Picker } from "#dashboard/components/controls/picker.tsx";
import { showToast } from "#dashboard/components/overlays/toast.ts";
import { fieldError } from "#dashboard/forms/form.tsx";
import { SchemaForm } from "#dashboard/forms/schema-form.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";

const Choice = z.object({
  topic: z.object({ id: z.string(), text: z.string() }, { error: "is missing: choose one" }).nullable(),
});

interface AddToTopicFormProps {
  subscriberId: string;
  onAdded: () => void;
}

/** Adds a subscriber to a topic that there is. */
export function AddToTopicForm({ subscriberId, onAdded }: AddToTopicFormProps) {
  const { current, searches, write } = useEnvironment();
  return (
    <SchemaForm
      schema={Choice}
      initial={{ topic: null }}
      serverFields={{ subscriptions: "topic" }}
      action="Add"
      send={async ({ topic }, form) => {
        if (!topic) {
          form.setError("topic", { message: "is missing: choose one" });
          return;
        }
        await write("v2.topics.addSubscriptions", topic.id, { subscriptions: [subscriberId] });
        showToast({ tone: "success", text: `Added to ${topic.text}` });
        onAdded();
      }}
    >
      {(form) => (
        <Picker
          label="Topic"
          placeholder="Choose by name or key"
          value={form.watch("topic")}
          onChange={(topic) => form.setValue("topic", topic, { shouldDirty: true })}
          queryKey={["environment", current?._id, "topics"]}
          search={searches.topics}
          error={fieldError(form, "topic")}
        />
      )}
    </SchemaForm>
  );
}
