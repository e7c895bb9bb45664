import type { Ref } from "react";
import { Group } from "react-aria-components/Group";
import { TIME_UNITS, type TimeUnit } from "#contract/constants/values/time.ts";
import { FieldGroup, type FieldOptions } from "./field.tsx";
import { NumberBox } from "./number-input.tsx";
import { Select } from "./select.tsx";

export interface Duration {
  amount: number | null;
  unit: TimeUnit;
}

interface DurationInputProps extends FieldOptions {
  value: Duration;
  onChange: (value: Duration) => void;
  onBlur?: () => void;
  /** The units that the step allows; all by default. */
  units?: readonly TimeUnit[];
  disabled?: boolean;
  readOnly?: boolean;
  ref?: Ref<HTMLInputElement> | undefined;
}

/** A length of time as an amount and a unit. Changing one keeps the other: 30 minutes become 30 hours, not half an hour. */
export function DurationInput({
  value,
  onChange,
  onBlur,
  units = TIME_UNITS,
  disabled = false,
  readOnly = false,
  ref,
  ...field
}: DurationInputProps) {
  const limits = { disabled, readOnly, ...(onBlur && { onBlur }) };
  return (
    <FieldGroup {...field}>
      {({ isInvalid, ...control }) => (
        <Group {...control} isInvalid={isInvalid} className="flex gap-2">
          <div className="w-32 shrink-0">
            <NumberBox
              {...limits}
              aria-label={`${field.label}: amount`}
              {...(control["aria-describedby"] && { "aria-describedby": control["aria-describedby"] })}
              isInvalid={isInvalid}
              min={1}
              value={value.amount}
              onChange={(amount) => onChange({ ...value, amount })}
              ref={ref}
            />
          </div>
          <div className="min-w-0 flex-1">
            <Select
              {...limits}
              label={`${field.label}: unit`}
              labelHidden
              value={value.unit}
              options={units.map((unit) => ({ id: unit, text: unit }))}
              onChange={(unit) => onChange({ ...value, unit })}
            />
          </div>
        </Group>
      )}
    </FieldGroup>
  );
}
