import { RotateCcw } from "lucide-react";
import { Badge } from "../../../components/badge.tsx";
import { Button } from "../../../components/button.tsx";
import { Field, Input, SENTENCE } from "../../../components/field.tsx";
import { JsonField } from "../../../components/json-field.tsx";
import { Select } from "../../../components/select.tsx";
import { TextArea } from "../../../components/text-area.tsx";
import { type Control, textOf } from "./control-schema.ts";

interface ControlFieldProps {
  control: Control;
  /** The text in place of the default; undefined for the default of the code. */
  text: string | undefined;
  error: string | undefined;
  readOnly: boolean;
  onChange: (text: string) => void;
  onReset: () => void;
}

/** One control of a step of code: its value, or the default of the code, and the way back to that. */
export function ControlField({ control, text, error, readOnly, onChange, onReset }: ControlFieldProps) {
  const { label, defaultValue, isRequired } = control;
  const isOwn = text !== undefined;
  return (
    <div className="flex flex-col gap-1">
      <Entry control={control} text={text} error={error} readOnly={readOnly} onChange={onChange} />
      <div className="flex min-h-6 flex-wrap items-center gap-2 text-xs text-muted">
        {isOwn ? <Badge tone="info">Set here</Badge> : <span>{defaultText(defaultValue, isRequired)}</span>}
        {isOwn && !readOnly && (
          <Button small onClick={onReset}>
            <RotateCcw className="size-3.5" aria-hidden="true" /> Reset to the default
            <span className="sr-only"> of {label}</span>
          </Button>
        )}
      </div>
    </div>
  );
}

function defaultText(value: unknown, isRequired: boolean): string {
  if (value !== undefined) return "The default of the code";
  return isRequired ? "The code has no default, and needs a value" : "The code has no default";
}

/** Values of a flag, which may also print a variable in code alone. */
const FLAGS = [
  { id: "true", text: "Yes" },
  { id: "false", text: "No" },
] as const;

function Entry({ control, text, error, readOnly, onChange }: Omit<ControlFieldProps, "onReset">) {
  const { label, hint, kind, options, defaultValue } = control;
  const shown = text ?? textOf(control, defaultValue);
  const field = {
    label,
    ...(hint !== undefined && { hint }),
    error: error === undefined ? undefined : { type: SENTENCE, message: error },
  };
  switch (kind) {
    case "choice":
      return (
        <Select
          {...field}
          value={options.includes(shown) ? shown : null}
          options={options.map((id) => ({ id, text: id }))}
          readOnly={readOnly}
          onChange={onChange}
        />
      );
    case "flag":
      return (
        <Select
          {...field}
          value={FLAGS.find(({ id }) => id === shown)?.id ?? null}
          options={FLAGS}
          readOnly={readOnly}
          onChange={onChange}
        />
      );
    case "json":
      return <JsonField {...field} optional value={shown} readOnly={readOnly} onChange={onChange} />;
    case "number":
      return (
        <Field {...field}>
          {(input) => (
            <Input
              {...input}
              inputMode="decimal"
              value={shown}
              readOnly={readOnly}
              onChange={(event) => onChange(event.target.value)}
            />
          )}
        </Field>
      );
    case "text":
      return (
        <Field {...field}>
          {(input) => (
            <TextArea
              {...input}
              dir="auto"
              rows={2}
              value={shown}
              readOnly={readOnly}
              onChange={(event) => onChange(event.target.value)}
            />
          )}
        </Field>
      );
  }
}
