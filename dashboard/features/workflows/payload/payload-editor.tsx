import type { Ref } from "react";
import type { FieldError } from "react-hook-form";
import { JsonField } from "#dashboard/components/controls/json-field.tsx";
import { Segmented } from "#dashboard/components/controls/segmented.tsx";
import { usePreferences } from "#dashboard/preferences.ts";
import { objectIn, withValue } from "./payload-text.ts";
import { PayloadTree } from "./payload-tree.tsx";

interface PayloadEditorProps {
  /** Of the JSON. */
  label: string;
  /** Above the fields, where nothing else says what they are. */
  title?: string;
  /** The payload as text, which may not be JSON yet. */
  value: string;
  onChange: (value: string) => void;
  error?: FieldError | undefined;
  /** The text of the JSON, where that is shown. */
  ref?: Ref<HTMLTextAreaElement>;
}

const WAYS = [
  { id: "fields", text: "Fields" },
  { id: "json", text: "JSON" },
] as const;

/** The payload of an event as a field for each value, or as JSON. What is chosen is remembered on this device. */
export function PayloadEditor({ label, title, value, onChange, error, ref }: PayloadEditorProps) {
  const { payloadAsJson, set } = usePreferences();
  const payload = objectIn(value);
  // What is no object has no fields, and what is wrong with it is said at the text.
  const asJson = payloadAsJson || payload === undefined || error !== undefined;
  return (
    <div className="flex min-w-0 flex-col gap-3">
      {title !== undefined && !asJson && <p className="-mb-2 font-medium">{title}</p>}
      <Segmented
        label="Payload as"
        value={asJson ? "json" : "fields"}
        disabled={payload === undefined}
        options={WAYS}
        onChange={(way) => set({ payloadAsJson: way === "json" })}
      />
      {asJson ? (
        <JsonField
          ref={ref}
          label={label}
          optional
          error={error}
          value={value}
          onChange={(text) => {
            // Fields would take the place of the text as soon as it can be read.
            set({ payloadAsJson: true });
            onChange(text);
          }}
        />
      ) : Object.keys(payload).length === 0 ? (
        <p className="text-muted">The payload is empty.</p>
      ) : (
        <PayloadTree value={payload} onChange={(path, next) => onChange(withValue(value, path, next))} />
      )}
    </div>
  );
}
