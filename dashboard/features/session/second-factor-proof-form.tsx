import { SecondFactorProof } from "#contract/accounts/auth.ts";
import { SchemaForm } from "#dashboard/forms/schema-form.tsx";
import { CodeField } from "./code-field.tsx";
import { CurrentPassword, CurrentPasswordField } from "./current-password-field.tsx";

const WithPassword = SecondFactorProof.extend({ currentPassword: CurrentPassword });

interface SecondFactorProofFormProps {
  /** Accounts that sign in through GitHub alone have none, and are asked for none. */
  hasPassword: boolean;
  action: string;
  variant: "primary" | "danger";
  onProof: (proof: SecondFactorProof) => Promise<unknown>;
}

/** Asks for the password and a code before the second factor changes. */
export function SecondFactorProofForm({ hasPassword, action, variant, onProof }: SecondFactorProofFormProps) {
  return (
    <SchemaForm
      schema={hasPassword ? WithPassword : SecondFactorProof}
      initial={{ code: "", ...(hasPassword && { currentPassword: "" }) }}
      action={action}
      variant={variant}
      send={onProof}
    >
      {({ register, formState: { errors } }) => (
        <>
          {hasPassword && (
            <CurrentPasswordField registered={register("currentPassword")} error={errors.currentPassword} autoFocus />
          )}
          <CodeField
            registered={register("code")}
            error={errors.code}
            hint="The 6 digits of the application, or a recovery code"
          />
        </>
      )}
    </SchemaForm>
  );
}
