import { applyEdits, format } from "jsonc-parser";
import { type Ref, useRef } from "react";
import { Button } from "./button.tsx";
import { Field, type FieldOptions } from "./field.tsx";
import { jsonFault } from "./json-fault.ts";
import { TextArea } from "./text-area.tsx";

interface JsonFieldProps extends FieldOptions {
  /** The text as it is typed, which may not be JSON yet. */
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  /** Nothing at all is allowed, too. */
  optional?: boolean;
  disabled?: boolean;
  readOnly?: boolean;
  ref?: Ref<HTMLTextAreaElement> | undefined;
}

/** JSON as text: says in which line and column it is broken, and indents it. Numbers stay as they are written. */
export function JsonField({
  value,
  onChange,
  onBlur,
  optional = false,
  disabled = false,
  readOnly = false,
  error,
  ref,
  ...field
}: JsonFieldProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  const fault = optional && value.trim() === "" ? undefined : jsonFault(value);
  const shown = fault ? { type: "json", message: fault.message } : error;

  function indent() {
    const edits = format(value, undefined, { insertSpaces: true, tabSize: 2, eol: "\n" });
    onChange(applyEdits(value, edits));
  }

  function goToFault() {
    if (!fault) return;
    area.current?.focus();
    area.current?.setSelectionRange(fault.offset, fault.offset + 1);
  }

  return (
    <div className="relative">
      <Field {...field} error={shown}>
        {(control) => (
          <TextArea
            {...control}
            ref={(element) => {
              area.current = element;
              if (typeof ref === "function") ref(element);
              else if (ref) ref.current = element;
            }}
            rows={6}
            dir="ltr"
            spellCheck={false}
            autoCapitalize="off"
            autoCorrect="off"
            className="font-mono text-xs leading-5"
            value={value}
            disabled={disabled}
            readOnly={readOnly}
            onChange={(event) => onChange(event.target.value)}
            onBlur={onBlur}
          />
        )}
      </Field>
      {!readOnly && (
        <div className="absolute end-0 -top-1.5 flex gap-1">
          {fault ? (
            <Button variant="quiet" small disabled={disabled} onClick={goToFault}>
              Go to the error
            </Button>
          ) : (
            <Button variant="quiet" small disabled={disabled || value.trim() === ""} onClick={indent}>
              Format
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
