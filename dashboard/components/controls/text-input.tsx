import { Field, type FieldOptions, Input } from "./field.tsx";

interface TextInputProps extends FieldOptions {
  value: string;
  onChange: (value: string) => void;
  placeholder?: string;
  maxLength?: number;
  readOnly?: boolean;
  /** For identifiers and expressions, in which nobody looks for spelling mistakes. */
  code?: boolean;
}

/** A text of one line under its label. */
export function TextInput({
  value,
  onChange,
  placeholder,
  maxLength,
  readOnly,
  code = false,
  ...field
}: TextInputProps) {
  return (
    <Field {...field}>
      {(control) => (
        <Input
          {...control}
          {...(code && { className: "font-mono", spellCheck: false })}
          placeholder={placeholder}
          maxLength={maxLength}
          readOnly={readOnly}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
