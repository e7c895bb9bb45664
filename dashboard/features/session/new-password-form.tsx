import { useForm, useWatch } from "react-hook-form";
import { Reset } from "#contract/accounts/auth.ts";
import { FormError } from "#dashboard/forms/form-error.tsx";
import { schemaResolver } from "#dashboard/forms/schema-resolver.ts";
import { useSubmit } from "#dashboard/forms/use-submit.ts";
import { NewPasswordField } from "./new-password-field.tsx";
import { SubmitButton } from "./submit-button.tsx";

const Password = Reset.pick({ password: true });

interface NewPasswordFormProps {
  /** Resolves when the password is set; rejects with the reason. */
  onChoose: (password: string) => Promise<unknown>;
}

/** The form behind the link of a mail, where somebody sets a new password. */
export function NewPasswordForm({ onChoose }: NewPasswordFormProps) {
  const form = useForm({ resolver: schemaResolver(Password), defaultValues: { password: "" } });
  const { onSubmit, isPending } = useSubmit(form, {
    send: ({ password }) => onChoose(password),
    fields: { password: "password" },
  });
  const password = useWatch({ control: form.control, name: "password" });
  const { errors } = form.formState;
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
      <NewPasswordField
        label="New password"
        registered={form.register("password")}
        value={password}
        error={errors.password}
        autoFocus
      />
      <FormError errors={errors} />
      <SubmitButton pending={isPending}>Set the password and sign in</SubmitButton>
    </form>
  );
}
