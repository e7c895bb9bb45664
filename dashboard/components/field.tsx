import { type ComponentProps, type ReactNode, useId } from "react";
import type { FieldError } from "react-hook-form";
import { classNames } from "./class-names.ts";

export const INPUT_CLASS =
  "w-full rounded-md border border-outline bg-raised px-2.5 py-1.5 text-text aria-invalid:border-danger disabled:opacity-60";

interface FieldProps {
  label: string;
  hint?: ReactNode;
  /** The contract's issue with the value, such as "must be an email"; shown after the label and linked to the control. */
  error?: FieldError | undefined;
  children: (control: { id: string; "aria-invalid": boolean; "aria-describedby": string | undefined }) => ReactNode;
}

/** A label above its control, then its hint or its error. */
export function Field({ label, hint, error, children }: FieldProps) {
  const id = useId();
  const note = error ? `${label} ${error.message ?? "is not valid"}` : hint;
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      {children({ id, "aria-invalid": error !== undefined, "aria-describedby": note ? `${id}-note` : undefined })}
      {note && (
        <p id={`${id}-note`} className={classNames("text-xs wrap-anywhere", error ? "text-danger" : "text-muted")}>
          {note}
        </p>
      )}
    </div>
  );
}

export function Input({ className, ...props }: ComponentProps<"input">) {
  return <input className={classNames(INPUT_CLASS, className)} {...props} />;
}
