import { useId } from "react";
import type { FieldError, UseFormRegisterReturn } from "react-hook-form";
import { Field } from "#dashboard/components/controls/field.tsx";
import { PasswordInput } from "./password-input.tsx";
import { PasswordRules } from "./password-rules.tsx";

interface NewPasswordFieldProps {
  label: string;
  registered: UseFormRegisterReturn;
  /** As far as it is typed. */
  value: string;
  error: FieldError | undefined;
  autoFocus?: boolean;
}

/** A field in which somebody chooses a password, above the rules of it. */
export function NewPasswordField({ label, registered, value, error, autoFocus = false }: NewPasswordFieldProps) {
  const rules = useId();
  // The contract's issue lists all rules, which stand below; the server's says something else.
  const isRefused = error !== undefined && error.type !== "server";
  return (
    <div className="flex flex-col gap-2">
      <Field label={label} error={isRefused ? { ...error, message: "does not meet all rules below" } : error}>
        {({ "aria-describedby": note, ...control }) => (
          <PasswordInput
            {...control}
            {...registered}
            aria-describedby={[rules, note].filter(Boolean).join(" ")}
            autoComplete="new-password"
            autoFocus={autoFocus}
          />
        )}
      </Field>
      <PasswordRules id={rules} password={value} isRefused={isRefused} />
    </div>
  );
}
