import { UpdatePassword } from "#contract/accounts/auth.ts";
import { Field } from "#dashboard/components/controls/field.tsx";
import { SchemaForm } from "#dashboard/forms/schema-form.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";
import { NewPasswordField } from "./new-password-field.tsx";
import { PasswordInput } from "./password-input.tsx";

const Passwords = UpdatePassword.pick({ currentPassword: true, newPassword: true });

/** Asks for the password of the account and another one. */
export function ChangePasswordForm({ onChanged }: { onChanged: () => void }) {
  const { write } = useEnvironment();
  return (
    <SchemaForm
      schema={Passwords}
      initial={{ currentPassword: "", newPassword: "" }}
      action="Change the password"
      // The field shows what is typed, so nobody types it a second time.
      send={async ({ currentPassword, newPassword }) => {
        await write("auth.changePassword", { currentPassword, newPassword, confirmPassword: newPassword });
        onChanged();
      }}
    >
      {({ register, watch, formState: { errors } }) => (
        <>
          <Field label="Current password" error={errors.currentPassword}>
            {(control) => (
              <PasswordInput {...control} {...register("currentPassword")} autoComplete="current-password" autoFocus />
            )}
          </Field>
          <NewPasswordField
            label="New password"
            registered={register("newPassword")}
            value={watch("newPassword")}
            error={errors.newPassword}
          />
        </>
      )}
    </SchemaForm>
  );
}
