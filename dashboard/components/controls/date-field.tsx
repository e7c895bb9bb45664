import { parseDate } from "@internationalized/date";
import { DatePicker } from "./date-picker.tsx";
import { FieldGroup, type FieldOptions } from "./field.tsx";

interface DateFieldProps extends FieldOptions {
  /** A day, such as "2026-03-29"; null where none is entered. */
  value: string | null;
  onChange: (value: string | null) => void;
  onBlur?: () => void;
  disabled?: boolean;
  readOnly?: boolean;
}

/** A day without a time. */
export function DateField({ value, onChange, onBlur, disabled = false, readOnly = false, ...field }: DateFieldProps) {
  return (
    <FieldGroup {...field}>
      {(control) => (
        <DatePicker
          {...control}
          value={value === null ? null : parseDate(value)}
          onChange={(date) => onChange(date?.toString() ?? null)}
          {...(onBlur && { onBlur })}
          isDisabled={disabled}
          isReadOnly={readOnly}
        />
      )}
    </FieldGroup>
  );
}
