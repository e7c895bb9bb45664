import { type ComponentProps, type ReactNode, useId } from "react";
import { classNames } from "./class-names.ts";

export const INPUT_CLASS =
  "w-full rounded-md border border-outline bg-raised px-2.5 py-1.5 text-text aria-invalid:border-danger disabled:opacity-60";

interface FieldProps {
  label: string;
  hint?: ReactNode;
  /** What is wrong and what to do; linked to the control. */
  problem?: string | undefined;
  children: (control: { id: string; "aria-invalid": boolean; "aria-describedby": string | undefined }) => ReactNode;
}

/** A label above its control, then its hint or its problem. */
export function Field({ label, hint, problem, children }: FieldProps) {
  const id = useId();
  const note = problem ?? hint;
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      {children({ id, "aria-invalid": problem !== undefined, "aria-describedby": note ? `${id}-note` : undefined })}
      {note && (
        <p id={`${id}-note`} className={classNames("text-xs", problem ? "text-danger" : "text-muted")}>
          {note}
        </p>
      )}
    </div>
  );
}

export function Input({ className, ...props }: ComponentProps<"input">) {
  return <input className={classNames(INPUT_CLASS, className)} {...props} />;
}
