import { ChangeEmail } from "#contract/accounts/auth.ts";
import { FormInput } from "#dashboard/forms/form.tsx";
import { SchemaForm } from "#dashboard/forms/schema-form.tsx";
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
  return (
    <SchemaForm
      schema={hasPassword ? WithPassword : ChangeEmail}
      initial={{ email: "", ...(hasPassword && { currentPassword: "" }) }}
      action="Send the link"
      send={async (given) => {
        await write("users.changeEmail", given);
        onSent();
      }}
    >
      {(form) => (
        <>
          <FormInput form={form} name="email" label="New email" type="email" autoComplete="email" autoFocus />
          {hasPassword && (
            <CurrentPasswordField
              registered={form.register("currentPassword")}
              error={form.formState.errors.currentPassword}
            />
          )}
        </>
      )}
    </SchemaForm>
  );
}
