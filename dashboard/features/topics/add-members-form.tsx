import { z } from "zod";
import { SENTENCE } from "#dashboard/components/controls/field.tsx";
import { numberText } from "#dashboard/components/display/count-text.ts";
import { showToast } from "#dashboard/components/overlays/toast.ts";
import { TextForm } from "#dashboard/forms/text-form.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";
import { idsIn } from "./ids-in.ts";

const Members = z.object({
  ids: z
    .string()
    .transform(idsIn)
    .refine((ids) => ids.length > 0, { error: "should not be empty" }),
});

interface AddMembersFormProps {
  /** Keeps what is typed under this name. */
  keptName: string;
  topicKey: string;
  onAdded: () => void;
}

/** Adds subscribers to a topic by their ids, which may be pasted. Those that nobody has stay in the field. */
export function AddMembersForm({ keptName, topicKey, onAdded }: AddMembersFormProps) {
  const { write } = useEnvironment();
  return (
    <TextForm
      schema={Members}
      fields={[
        {
          name: "ids",
          label: "Subscriber ids",
          hint: "One in each line, or with commas between. Paste as many as you like",
          rows: 8,
        },
      ]}
      initial={{ ids: "" }}
      serverFields={{ subscribers: "ids" }}
      keptName={keptName}
      action="Add"
      send={async ({ ids }, form) => {
        const { succeeded, failed } = await write("topics.addSubscribers", topicKey, { subscribers: ids });
        const unknown = failed?.notFound ?? [];
        if (succeeded.length > 0) showToast({ tone: "success", text: addedText(succeeded.length) });
        if (unknown.length === 0) {
          onAdded();
          return;
        }
        form.setValue("ids", unknown.join("\n"), { shouldDirty: true });
        const message = unknown.length === 1 ? "No subscriber has this id." : "No subscriber has these ids.";
        form.setError("ids", { type: SENTENCE, message });
      }}
    />
  );
}

const addedText = (count: number): string =>
  count === 1 ? "1 subscriber was added" : `${numberText(count)} subscribers were added`;
