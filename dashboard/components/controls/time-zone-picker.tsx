import type { FieldOptions } from "./field.tsx";
import { Picker } from "./picker.tsx";
import { offsetText, zonesMatching } from "./time-zones.ts";

interface TimeZonePickerProps extends FieldOptions {
  /** IANA name; null where none is chosen. */
  value: string | null;
  onChange: (value: string) => void;
  /** Lets the value be taken away again. */
  onClear?: () => void;
  placeholder?: string;
  onBlur?: () => void;
  disabled?: boolean;
  readOnly?: boolean;
}

/** One of the time zones that the browser knows, with its present offset. */
export function TimeZonePicker({ value, onChange, onClear, ...props }: TimeZonePickerProps) {
  return (
    <Picker
      {...props}
      value={value === null ? null : itemOf(value)}
      clearable={onClear !== undefined}
      onChange={(zone) => (zone ? onChange(zone.id) : onClear?.())}
      queryKey={["time-zones"]}
      search={({ text }) => Promise.resolve({ items: zonesMatching(text).map(itemOf) })}
    />
  );
}

function itemOf(zone: string) {
  return { id: zone, text: zone.replaceAll("_", " "), description: offsetText(zone, new Date()) };
}
