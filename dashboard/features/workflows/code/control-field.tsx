import { RotateCcw } from "lucide-react";
import { useRef } from "react";
import { Button } from "#dashboard/components/controls/button.tsx";
import { Field, Input } from "#dashboard/components/controls/field.tsx";
import { JsonField } from "#dashboard/components/controls/json-field.tsx";
import { Select } from "#dashboard/components/controls/select.tsx";
import { TextArea } from "#dashboard/components/controls/text-area.tsx";
import { Badge } from "#dashboard/components/display/badge.tsx";
import type { Option } from "./control-kind.ts";
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
  const box = useRef<HTMLDivElement>(null);

  /** The button goes with the value, so the field takes the focus. */
  function reset() {
    onReset();
    box.current?.querySelector<HTMLElement>("input, textarea, [aria-haspopup]")?.focus();
  }

  return (
    <div ref={box} className="flex flex-col gap-1">
      <Entry control={control} text={text} error={error} readOnly={readOnly} onChange={onChange} />
      <div className="flex min-h-6 flex-wrap items-center gap-2 text-xs text-muted">
        <Origin isOwn={isOwn} defaultValue={defaultValue} isRequired={isRequired} />
        {isOwn && !readOnly && (
          <Button small onClick={reset}>
            <RotateCcw className="size-3.5" aria-hidden="true" /> {resetText(control)}
            <span className="sr-only"> of {label}</span>
          </Button>
        )}
      </div>
    </div>
  );
}

interface OriginProps extends Pick<Control, "defaultValue" | "isRequired"> {
  isOwn: boolean;
}

/** Says where the value of a control comes from. */
function Origin({ isOwn, defaultValue, isRequired }: OriginProps) {
  if (isOwn) return <Badge tone="info">Set here</Badge>;
  if (defaultValue !== undefined) return <span>The default of the code</span>;
  return isRequired ? <Badge tone="warning">Needs a value</Badge> : <span>No value, and no default</span>;
}

/** Says what is left once the own value is gone. */
function resetText({ isKnown, defaultValue }: Control): string {
  if (!isKnown) return "Remove the value";
  return defaultValue === undefined ? "Clear" : "Reset to the default";
}

/** A stored value that is none of the choices, such as one that prints a variable, is shown all the same. */
const optionsWith = (options: readonly Option[], shown: string): readonly Option[] =>
  shown === "" || options.some(({ id }) => id === shown)
    ? options
    : [...options, { id: shown, text: shown, value: shown }];

function Entry({ control, text, error, readOnly, onChange }: Omit<ControlFieldProps, "onReset">) {
  const { label, hint, kind, options, defaultValue } = control;
  const shown = text ?? textOf(control, defaultValue);
  const field = {
    label,
    ...(hint !== undefined && { hint }),
    error: error === undefined ? undefined : { type: "server", message: error },
  };
  switch (kind) {
    case "choice":
      return (
        <Select
          {...field}
          value={shown === "" && !options.some(({ id }) => id === "") ? null : shown}
          options={optionsWith(options, shown)}
          readOnly={readOnly}
          onChange={onChange}
        />
      );
    case "json":
      return <JsonField {...field} optional value={shown} readOnly={readOnly} onChange={onChange} />;
    case "number":
    case "line":
      return (
        <Field {...field}>
          {(input) => (
            <Input
              {...input}
              dir="auto"
              inputMode={kind === "number" ? "decimal" : "text"}
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
              translate="no"
              rows={1}
              value={shown}
              readOnly={readOnly}
              onChange={(event) => onChange(event.target.value)}
            />
          )}
        </Field>
      );
  }
}
