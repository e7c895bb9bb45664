import { z } from "zod";
import { SUPPRESSED_CHANNELS, SUPPRESSION_NOTE_MAX, SUPPRESSION_STREAMS } from "#contract/constants/suppressions.ts";
import { Field } from "#dashboard/components/controls/field.tsx";
import { Segmented } from "#dashboard/components/controls/segmented.tsx";
import { TextArea } from "#dashboard/components/controls/text-area.tsx";
import { STEP_TYPE_LABELS } from "#dashboard/components/display/step-type.tsx";
import { showToast } from "#dashboard/components/overlays/toast.ts";
import { FormInput, fieldError } from "#dashboard/forms/form.tsx";
import { SchemaForm } from "#dashboard/forms/schema-form.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";

import { STREAMS } from "./suppression-reasons.ts";

/** The server says which of the lines is no address. */
const NewSuppressions = z.object({
  channel: z.enum(SUPPRESSED_CHANNELS),
  addresses: z.string().trim().min(1, { error: "should not be empty" }),
  stream: z.enum(SUPPRESSION_STREAMS),
  note: z.string().trim().max(SUPPRESSION_NOTE_MAX),
});

const CHANNELS = SUPPRESSED_CHANNELS.map((id) => ({ id, text: STEP_TYPE_LABELS[id].name }));
const STREAM_CHOICES = SUPPRESSION_STREAMS.map((id) => ({ id, text: STREAMS[id] }));

/** The form of addresses to which nothing is to be sent any more, as pasted from anywhere. */
export function SuppressionForm({ keptName, onAdded }: { keptName: string; onAdded: () => void }) {
  const { write } = useEnvironment();
  return (
    <SchemaForm
      schema={NewSuppressions}
      initial={{ channel: "email", addresses: "", stream: "all", note: "" }}
      serverFields={{ addresses: "addresses" }}
      keptName={keptName}
      action="Add"
      send={async ({ channel, addresses, stream, note }) => {
        const body = { channel, addresses: linesOf(addresses), stream, ...(note && { note }) };
        const { added, unchanged } = await write("suppressions.add", body);
        onAdded();
        const known = unchanged > 0 ? `, ${unchanged === 1 ? "1 was" : `${unchanged} were`} on the list already` : "";
        showToast({ tone: "success", text: `${added === 1 ? "1 address" : `${added} addresses`} added${known}` });
      }}
    >
      {(form) => (
        <>
          <Segmented
            label="Channel"
            value={form.watch("channel")}
            options={CHANNELS}
            onChange={(channel) => form.setValue("channel", channel)}
          />
          <Field label="Addresses" hint="One per line, or separated by commas" error={fieldError(form, "addresses")}>
            {(control) => <TextArea {...control} rows={5} {...form.register("addresses")} />}
          </Field>
          <Segmented
            label="Holds back"
            value={form.watch("stream")}
            options={STREAM_CHOICES}
            onChange={(stream) => form.setValue("stream", stream)}
          />
          <FormInput form={form} name="note" label="Why (optional)" />
        </>
      )}
    </SchemaForm>
  );
}

const linesOf = (text: string): string[] =>
  text
    .split(/[\n,;]/)
    .map((line) => line.trim())
    .filter((line) => line !== "");
