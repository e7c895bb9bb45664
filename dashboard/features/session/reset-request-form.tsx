import { useForm } from "react-hook-form";
import { ResetRequest } from "#contract/accounts/auth.ts";
import { Field, Input } from "#dashboard/components/controls/field.tsx";
import { FormError } from "#dashboard/forms/form-error.tsx";
import { schemaResolver } from "#dashboard/forms/schema-resolver.ts";
import { useSubmit } from "#dashboard/forms/use-submit.ts";
import { registerEmail } from "./email-input.ts";
import { SubmitButton } from "./submit-button.tsx";

interface ResetRequestFormProps {
  /** Typed before, or empty. */
  email: string;
  /** Resolves when the mail is on its way; rejects with the reason why it is not. */
  onRequest: (email: string) => Promise<unknown>;
}

export function ResetRequestForm({ email, onRequest }: ResetRequestFormProps) {
  const form = useForm({ resolver: schemaResolver(ResetRequest), defaultValues: { email } });
  const { onSubmit, isPending } = useSubmit(form, {
    send: (request) => onRequest(request.email),
    fields: { email: "email" },
  });
  const { errors } = form.formState;
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
      <Field label="Email" error={errors.email}>
        {(control) => (
          <Input {...control} {...registerEmail(form, "email")} type="email" autoComplete="username" autoFocus />
        )}
      </Field>
      <FormError errors={errors} />
      <SubmitButton pending={isPending}>Send the link</SubmitButton>
    </form>
  );
}
