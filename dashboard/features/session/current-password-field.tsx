import type { FieldError, UseFormRegisterReturn } from "react-hook-form";
import { z } from "zod";
import { Field } from "#dashboard/components/controls/field.tsx";
import { PasswordInput } from "./password-input.tsx";

/** The password of the account, for forms of those who have one. */
export const CurrentPassword = z.string().min(1, { error: "should not be empty" });

interface CurrentPasswordFieldProps {
  registered: UseFormRegisterReturn;
  error: FieldError | undefined;
  autoFocus?: boolean;
}

/** Asks for the password of the account before something about its sign-in changes. */
export function CurrentPasswordField({ registered, error, autoFocus = false }: CurrentPasswordFieldProps) {
  return (
    <Field label="Password" hint="Of your account with Belfry" error={error}>
      {(control) => (
        <PasswordInput {...control} {...registered} autoComplete="current-password" autoFocus={autoFocus} />
      )}
    </Field>
  );
}
