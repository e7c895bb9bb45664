import { Check, Minus } from "lucide-react";
import { type ReactNode, type Ref, useId } from "react";
import { CheckboxButton, CheckboxField } from "react-aria-components/Checkbox";
import type { FieldError } from "react-hook-form";
import { classNames } from "../class-names.ts";

interface CheckboxProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
  label: string;
  /** Keeps the label for screen readers alone, as in the rows of a table. */
  labelHidden?: boolean;
  hint?: ReactNode;
  error?: FieldError | undefined;
  /** Some, but not all, of what the checkbox stands for. */
  indeterminate?: boolean;
  disabled?: boolean;
  readOnly?: boolean;
  /** Receives the input, for the focus of a form with an error. */
  ref?: Ref<HTMLInputElement | null>;
}

export function Checkbox({
  checked,
  onChange,
  label,
  labelHidden = false,
  hint,
  error,
  indeterminate = false,
  disabled = false,
  readOnly = false,
  ref,
}: CheckboxProps) {
  const id = useId();
  const note = error ? `${label} ${error.message ?? "is not valid"}` : hint;
  return (
    <CheckboxField
      isSelected={checked}
      onChange={onChange}
      isIndeterminate={indeterminate}
      isDisabled={disabled}
      isReadOnly={readOnly}
      isInvalid={error !== undefined}
      validationBehavior="aria"
      {...(ref !== undefined && { inputRef: ref })}
      {...(labelHidden && { "aria-label": label })}
      {...(note && { "aria-describedby": id })}
      className="flex min-w-0 flex-col"
    >
      <CheckboxButton className="group inline-flex min-h-6 min-w-6 cursor-pointer items-start gap-2 self-start py-0.5 data-disabled:cursor-default data-disabled:opacity-60 data-readonly:cursor-default">
        <span
          className={classNames(
            "mt-0.5 inline-flex size-4 shrink-0 items-center justify-center rounded border outline-accent group-data-focus-visible:outline-2 group-data-focus-visible:outline-offset-2",
            checked || indeterminate
              ? "border-accent bg-accent text-on-accent"
              : classNames("bg-raised", error ? "border-danger" : "border-outline"),
            labelHidden && "m-1",
          )}
        >
          {indeterminate ? (
            <Minus className="size-3" strokeWidth={3} aria-hidden="true" />
          ) : (
            checked && <Check className="size-3" strokeWidth={3} aria-hidden="true" />
          )}
        </span>
        {!labelHidden && <span className="min-w-0 wrap-anywhere">{label}</span>}
      </CheckboxButton>
      {note && (
        <p id={id} className={classNames("ps-6 text-xs wrap-anywhere", error ? "text-danger" : "text-muted")}>
          {note}
        </p>
      )}
    </CheckboxField>
  );
}
