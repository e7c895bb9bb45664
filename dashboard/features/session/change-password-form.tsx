import { useForm, useWatch } from "react-hook-form";
import { UpdatePassword } from "#contract/accounts/auth.ts";
import { Button } from "#dashboard/components/controls/button.tsx";
import { Field } from "#dashboard/components/controls/field.tsx";
import { FormError } from "#dashboard/forms/form-error.tsx";
import { schemaResolver } from "#dashboard/forms/schema-resolver.ts";
import { useSubmit } from "#dashboard/forms/use-submit.ts";
import { useEnvironment } from "#dashboard/use-environment.ts";
import { NewPasswordField } from "./new-password-field.tsx";
import { PasswordInput } from "./password-input.tsx";

const Passwords = UpdatePassword.pick({ currentPassword: true, newPassword: true });

/** Asks for the password of the account and another one. */
export function ChangePasswordForm({ onChanged }: { onChanged: () => void }) {
  const { write } = useEnvironment();
  const form = useForm({
    resolver: schemaResolver(Passwords),
    defaultValues: { currentPassword: "", newPassword: "" },
  });
  const { onSubmit, isPending } = useSubmit(form, {
    // The field shows what is typed, so nobody types it a second time.
    send: async ({ currentPassword, newPassword }) => {
      await write("auth.changePassword", { currentPassword, newPassword, confirmPassword: newPassword });
      onChanged();
    },
    fields: { currentPassword: "currentPassword", newPassword: "newPassword" },
  });
  const newPassword = useWatch({ control: form.control, name: "newPassword" });
  const { errors } = form.formState;
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
      <Field label="Current password" error={errors.currentPassword}>
        {(control) => (
          <PasswordInput {...control} {...form.register("currentPassword")} autoComplete="current-password" autoFocus />
        )}
      </Field>
      <NewPasswordField
        label="New password"
        registered={form.register("newPassword")}
        value={newPassword}
        error={errors.newPassword}
      />
      <FormError errors={errors} />
      <Button type="submit" variant="primary" pending={isPending}>
        Change the password
      </Button>
    </form>
  );
}
