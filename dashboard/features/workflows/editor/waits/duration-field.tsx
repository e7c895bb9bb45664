import type { FieldError } from "react-hook-form";
import { TIME_UNITS, type TimeUnit } from "#contract/constants/time.ts";
import { DurationInput } from "../../../../components/duration-input.tsx";
import { numberOf } from "../use-step-form.ts";

interface DurationFieldProps {
  label: string;
  hint?: string;
  error?: FieldError | undefined;
  amount: unknown;
  unit: unknown;
  onChange: (duration: { amount: number | undefined; unit: TimeUnit }) => void;
  readOnly: boolean;
}

/** An amount and a unit among the control values. */
export function DurationField({ amount, unit, onChange, hint, error, ...field }: DurationFieldProps) {
  return (
    <DurationInput
      {...field}
      {...(hint !== undefined && { hint })}
      error={error}
      value={{ amount: numberOf(amount), unit: TIME_UNITS.find((known) => known === unit) ?? "hours" }}
      onChange={(next) => onChange({ amount: next.amount ?? undefined, unit: next.unit })}
    />
  );
}
