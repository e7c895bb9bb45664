import type { ReactNode } from "react";
import type { FieldError } from "react-hook-form";
import { Field, Input } from "../../../components/field.tsx";
import { TextArea } from "../../../components/text-area.tsx";

interface TemplateFieldProps {
  label: string;
  hint?: ReactNode;
  error?: FieldError | undefined;
  value: string;
  onChange: (value: string) => void;
  readOnly: boolean;
  multiline?: boolean;
  placeholder?: string;
}

/** A text with variables in Liquid. */
export function TemplateField({
  label,
  hint,
  error,
  value,
  onChange,
  readOnly,
  multiline = false,
  placeholder,
}: TemplateFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) =>
        multiline ? (
          <TextArea
            {...control}
            rows={8}
            className="font-mono text-xs leading-5"
            spellCheck={false}
            value={value}
            readOnly={readOnly}
            placeholder={placeholder}
            onChange={(event) => onChange(event.target.value)}
          />
        ) : (
          <Input
            {...control}
            value={value}
            readOnly={readOnly}
            placeholder={placeholder}
            onChange={(event) => onChange(event.target.value)}
          />
        )
      }
    </Field>
  );
}
