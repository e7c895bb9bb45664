import { useForm } from "react-hook-form";
import { ChangeEmail } from "#contract/accounts/auth.ts";
import { Button } from "#dashboard/components/controls/button.tsx";
import { Field, Input } from "#dashboard/components/controls/field.tsx";
import { FormError } from "#dashboard/forms/form-error.tsx";
import { schemaResolver } from "#dashboard/forms/schema-resolver.ts";
import { useSubmit } from "#dashboard/forms/use-submit.ts";
import { useEnvironment } from "#dashboard/use-environment.ts";
import { CurrentPassword, CurrentPasswordField } from "./current-password-field.tsx";

const WithPassword = ChangeEmail.extend({ currentPassword: CurrentPassword });

interface ChangeEmailFormProps {
  hasPassword: boolean;
  /** Called once a link was sent to the new address. */
  onSent: () => void;
}

/** Asks for another address of the account, and has a link sent to it. */
export function ChangeEmailForm({ hasPassword, onSent }: ChangeEmailFormProps) {
  const { write } = useEnvironment();
  const form = useForm({
    resolver: schemaResolver(hasPassword ? WithPassword : ChangeEmail),
    defaultValues: { email: "", ...(hasPassword && { currentPassword: "" }) },
  });
  const { onSubmit, isPending } = useSubmit(form, {
    send: async (given) => {
      await write("users.changeEmail", given);
      onSent();
    },
    fields: { email: "email", currentPassword: "currentPassword" },
  });
  const { errors } = form.formState;
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
      <Field label="New email" error={errors.email}>
        {(control) => <Input {...control} {...form.register("email")} type="email" autoComplete="email" autoFocus />}
      </Field>
      {hasPassword && (
        <CurrentPasswordField registered={form.register("currentPassword")} error={errors.currentPassword} />
      )}
      <FormError errors={errors} />
      <Button type="submit" variant="primary" pending={isPending}>
        Send the link
      </Button>
    </form>
  );
}
