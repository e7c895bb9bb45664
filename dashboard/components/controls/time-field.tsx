import { parseTime, type Time } from "@internationalized/date";
import { TimeField as AriaTimeField } from "react-aria-components/TimeField";
import { DateParts } from "./date-parts.tsx";
import { CONTROL_CLASS, FieldGroup, type FieldOptions } from "./field.tsx";

interface TimeFieldProps extends FieldOptions {
  /** A time of day, such as "9:00" or "21:30:15"; empty where none is entered. */
  value: string;
  /** Gets hours and minutes with two digits each, and seconds where there were some; empty while a part lacks. */
  onChange: (value: string) => void;
  readOnly?: boolean;
}

/** A time of day by the clock of 24 hours, as sentences say it. */
export function TimeField({ value, onChange, readOnly = false, ...field }: TimeFieldProps) {
  const time = timeOf(value);
  const hasSeconds = time !== null && time.second > 0;
  return (
    <FieldGroup {...field}>
      {(control) => (
        <AriaTimeField
          {...control}
          hourCycle={24}
          granularity={hasSeconds ? "second" : "minute"}
          shouldForceLeadingZeros
          validationBehavior="aria"
          value={time}
          onChange={(next) => onChange(next?.toString().slice(0, hasSeconds ? 8 : 5) ?? "")}
          isReadOnly={readOnly}
          className="min-w-0"
        >
          <DateParts className={CONTROL_CLASS} />
        </AriaTimeField>
      )}
    </FieldGroup>
  );
}

function timeOf(text: string): Time | null {
  try {
    return parseTime(/^\d:/.test(text) ? `0${text}` : text);
  } catch {
    return null;
  }
}
