import { Register } from "#contract/accounts/auth.ts";
import { Field, Input } from "#dashboard/components/controls/field.tsx";
import { FormInput } from "#dashboard/forms/form.tsx";
import { SchemaForm } from "#dashboard/forms/schema-form.tsx";
import { registerEmail } from "./email-input.ts";
import { NewPasswordField } from "./new-password-field.tsx";

const Person = Register.pick({ email: true, password: true, firstName: true, lastName: true });

interface SignUpFormProps {
  /** The address that was invited. */
  email?: string;
  submitText: string;
  /** Resolves when the account exists and is signed in; rejects with the reason. */
  onSignUp: (person: Pick<Register, "email" | "password" | "firstName" | "lastName">) => Promise<unknown>;
}

export function SignUpForm({ email = "", submitText, onSignUp }: SignUpFormProps) {
  return (
    <SchemaForm
      schema={Person}
      initial={{ email, password: "", firstName: "", lastName: "" }}
      wide
      action={submitText}
      send={onSignUp}
    >
      {(form) => {
        const { errors } = form.formState;
        return (
          <>
            <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
              <FormInput form={form} name="firstName" label="First name" autoComplete="given-name" autoFocus />
              <FormInput form={form} name="lastName" label="Last name (optional)" autoComplete="family-name" />
            </div>
            <Field label="Email" error={errors.email}>
              {(control) => (
                <Input
                  {...control}
                  {...registerEmail(form, "email")}
                  type="email"
                  autoComplete="username"
                  readOnly={email !== ""}
                  className="read-only:bg-sunken read-only:text-muted"
                />
              )}
            </Field>
            <NewPasswordField
              label="Password"
              registered={form.register("password")}
              value={form.watch("password")}
              error={errors.password}
            />
          </>
        );
      }}
    </SchemaForm>
  );
}
