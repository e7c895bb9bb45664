import type { FieldError } from "react-hook-form";
import { TIME_UNITS, type TimeUnit } from "#contract/constants/values/time.ts";
import { DurationInput } from "#dashboard/components/controls/duration-input.tsx";
import { numberOf, type StepForm } from "../use-step-form.ts";

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

/** The amount and unit of a step itself. */
export function StepDuration({ form, label, hint }: { form: StepForm; label: string; hint: string }) {
  const { values, set, error, readOnly } = form;
  return (
    <DurationField
      label={label}
      hint={hint}
      error={error("amount") ?? error("unit")}
      amount={values.amount}
      unit={values.unit}
      readOnly={readOnly}
      onChange={set}
    />
  );
}
