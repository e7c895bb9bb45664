import { ConfirmSecondFactor } from "#contract/accounts/auth.ts";
import { SchemaForm } from "#dashboard/forms/schema-form.tsx";
import { CodeField } from "./code-field.tsx";

interface CodeFormProps {
  hint: string;
  action: string;
  /** Resolves when the code was taken; rejects with the reason. */
  onCode: (code: string) => Promise<unknown>;
}

/** Asks for the code that an authenticator application shows. */
export function CodeForm({ hint, action, onCode }: CodeFormProps) {
  return (
    <SchemaForm
      schema={ConfirmSecondFactor}
      initial={{ code: "" }}
      wide
      action={action}
      send={({ code }) => onCode(code)}
    >
      {({ register, formState: { errors } }) => (
        <CodeField registered={register("code")} error={errors.code} hint={hint} autoFocus />
      )}
    </SchemaForm>
  );
}
