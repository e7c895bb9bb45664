import type { FieldError, UseFormRegisterReturn } from "react-hook-form";
import { Field, Input } from "#dashboard/components/controls/field.tsx";

interface CodeFieldProps {
  registered: UseFormRegisterReturn;
  error: FieldError | undefined;
  hint: string;
  autoFocus?: boolean;
}

/** A field for a code of an authenticator application, or a recovery code. */
export function CodeField({ registered, error, hint, autoFocus = false }: CodeFieldProps) {
  return (
    <Field label="Code" hint={hint} error={error}>
      {(control) => (
        <Input
          {...control}
          {...registered}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus={autoFocus}
          className="font-mono"
        />
      )}
    </Field>
  );
}
