import { ResetRequest } from "#contract/accounts/auth.ts";
import { Field, Input } from "#dashboard/components/controls/field.tsx";
import { SchemaForm } from "#dashboard/forms/schema-form.tsx";
import { registerEmail } from "./email-input.ts";

interface ResetRequestFormProps {
  /** Typed before, or empty. */
  email: string;
  /** Resolves when the mail is on its way; rejects with the reason why it is not. */
  onRequest: (email: string) => Promise<unknown>;
}

export function ResetRequestForm({ email, onRequest }: ResetRequestFormProps) {
  return (
    <SchemaForm
      schema={ResetRequest}
      initial={{ email }}
      wide
      action="Send the link"
      send={(request) => onRequest(request.email)}
    >
      {(form) => (
        <Field label="Email" error={form.formState.errors.email}>
          {(control) => (
            <Input {...control} {...registerEmail(form, "email")} type="email" autoComplete="username" autoFocus />
          )}
        </Field>
      )}
    </SchemaForm>
  );
}
