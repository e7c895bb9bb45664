import { useRef, useState } from "react";
import { z } from "zod";
import { Button } from "#dashboard/components/controls/button.tsx";
import { Field, SENTENCE } from "#dashboard/components/controls/field.tsx";
import { TextArea } from "#dashboard/components/controls/text-area.tsx";
import { numberText } from "#dashboard/components/display/count-text.ts";
import { Alert } from "#dashboard/components/feedback/alert.tsx";
import { showToast } from "#dashboard/components/overlays/toast.ts";
import { fieldError } from "#dashboard/forms/form.tsx";
import { SchemaForm } from "#dashboard/forms/schema-form.tsx";
import { readTextFile } from "#dashboard/read-text-file.ts";
import { useEnvironment } from "#dashboard/use-environment.ts";
import { idsIn, idsInFile } from "./ids-in.ts";

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
    <SchemaForm
      schema={Members}
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
    >
      {(form) => (
        <>
          <Field
            label="Subscriber ids"
            hint="One per line or separated by commas. Paste as many as you like"
            error={fieldError(form, "ids")}
          >
            {(control) => <TextArea {...control} rows={8} {...form.register("ids")} />}
          </Field>
          <IdFile
            onIds={(ids) => {
              const all = new Set([...idsIn(form.getValues("ids")), ...ids]);
              form.setValue("ids", [...all].join("\n"), { shouldDirty: true });
            }}
          />
        </>
      )}
    </SchemaForm>
  );
}

/** A button that takes the ids of a file over into the field, where they can be looked at. */
function IdFile({ onIds }: { onIds: (ids: string[]) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const [issue, setIssue] = useState<string>();
  async function open(file: File | undefined): Promise<void> {
    if (!file) return;
    const read = await readTextFile(file);
    setIssue("issue" in read ? read.issue : undefined);
    if ("text" in read) onIds(idsInFile(read.text));
  }
  return (
    <div className="flex flex-col items-start gap-2">
      <input
        ref={input}
        hidden
        type="file"
        aria-label="File of ids"
        accept="text/plain,text/csv,.txt,.csv,.tsv"
        onChange={({ target }) => {
          void open(target.files?.[0]);
          // The same file can be chosen again once it has been mended.
          target.value = "";
        }}
      />
      <Button onClick={() => input.current?.click()}>Add ids from a file</Button>
      {issue !== undefined && <Alert>{issue}</Alert>}
    </div>
  );
}

const addedText = (count: number): string =>
  count === 1 ? "1 subscriber was added" : `${numberText(count)} subscribers were added`;
