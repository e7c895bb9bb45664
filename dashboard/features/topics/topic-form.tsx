import { SaveTopic, type TopicDetails } from "#contract/v2/topics.ts";
import { JsonField } from "#dashboard/components/controls/json-field.tsx";
import { FormInput, fieldError } from "#dashboard/forms/form.tsx";
import { JsonObjectText, jsonObjectText } from "#dashboard/forms/json-object.ts";
import { SchemaForm } from "#dashboard/forms/schema-form.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";

const Topic = SaveTopic.extend({ data: JsonObjectText });

interface TopicFormProps {
  /** Keeps what is typed under this name. */
  keptName: string;
  /** The one to change; a new one without it. */
  topic?: TopicDetails;
  onSaved: (topic: TopicDetails) => void;
}

/** Creates a topic, or changes the name and the data of one. */
export function TopicForm({ keptName, topic, onSaved }: TopicFormProps) {
  const { write } = useEnvironment();
  return (
    <SchemaForm
      schema={Topic}
      initial={{ key: topic?.key ?? "", name: topic?.name ?? "", data: jsonObjectText(topic?.data) }}
      keptName={keptName}
      action={topic ? "Save" : "Create"}
      send={async ({ key, ...given }) =>
        onSaved(
          topic
            ? await write("v2.topics.patch", key, given)
            : await write("v2.topics.save", { key, ...given }, { failIfExists: true }),
        )
      }
    >
      {(form) => (
        <>
          {!topic && (
            <FormInput
              form={form}
              name="key"
              label="Key"
              hint="Events name the topic by this. It cannot be changed later"
              autoFocus
            />
          )}
          <FormInput form={form} name="name" label="Name" hint="Shown to members in lists" autoFocus={Boolean(topic)} />
          <JsonField
            label="Data"
            hint="Any data to store with the topic"
            optional
            value={form.watch("data")}
            onChange={(data) => form.setValue("data", data, { shouldDirty: true })}
            error={fieldError(form, "data")}
          />
        </>
      )}
    </SchemaForm>
  );
}
