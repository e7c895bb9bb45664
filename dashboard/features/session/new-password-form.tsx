import { Reset } from "#contract/accounts/auth.ts";
import { SchemaForm } from "#dashboard/forms/schema-form.tsx";
import { NewPasswordField } from "./new-password-field.tsx";

const Password = Reset.pick({ password: true });

interface NewPasswordFormProps {
  /** Resolves when the password is set; rejects with the reason. */
  onChoose: (password: string) => Promise<unknown>;
}

/** The form behind the link of a mail, where somebody sets a new password. */
export function NewPasswordForm({ onChoose }: NewPasswordFormProps) {
  return (
    <SchemaForm
      schema={Password}
      initial={{ password: "" }}
      wide
      action="Set the password and sign in"
      send={({ password }) => onChoose(password)}
    >
      {({ register, watch, formState: { errors } }) => (
        <NewPasswordField
          label="New password"
          registered={register("password")}
          value={watch("password")}
          error={errors.password}
          autoFocus
        />
      )}
    </SchemaForm>
  );
}
