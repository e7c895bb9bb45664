import { now, parseAbsolute } from "@internationalized/date";
import { DatePicker } from "./date-picker.tsx";
import { FieldGroup, type FieldOptions } from "./field.tsx";
import { zoneText } from "./time-zones.ts";

interface DateTimeFieldProps extends FieldOptions {
  /** A moment in ISO 8601, such as "2026-03-29T07:00:00.000Z"; null where none is entered. */
  value: string | null;
  onChange: (value: string | null) => void;
  onBlur?: () => void;
  /** IANA name of the time zone in which the moment is shown and entered. */
  zone: string;
  disabled?: boolean;
  readOnly?: boolean;
}

/** A moment by day and minute in a time zone, which is shown below with its offset at that moment. */
export function DateTimeField({
  value,
  onChange,
  onBlur,
  zone,
  hint,
  disabled = false,
  readOnly = false,
  ...field
}: DateTimeFieldProps) {
  const zoneNote = zoneText(zone, value === null ? new Date() : new Date(value));
  return (
    <FieldGroup {...field} hint={hint ? `${zoneNote} · ${hint}` : zoneNote}>
      {(control) => (
        <DatePicker
          {...control}
          granularity="minute"
          hourCycle={24}
          value={value === null ? null : parseAbsolute(value, zone)}
          // Gives the parts of an empty field its time zone.
          placeholderValue={now(zone).set({ hour: 9, minute: 0, second: 0, millisecond: 0 })}
          onChange={(moment) => onChange(moment?.toAbsoluteString() ?? null)}
          {...(onBlur && { onBlur })}
          isDisabled={disabled}
          isReadOnly={readOnly}
        />
      )}
    </FieldGroup>
  );
}
