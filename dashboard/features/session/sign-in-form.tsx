import type { ReactNode } from "react";
import type { z } from "zod";
import { Login } from "#contract/accounts/auth.ts";
import { Field, Input } from "#dashboard/components/controls/field.tsx";
import { SchemaForm } from "#dashboard/forms/schema-form.tsx";
import { registerEmail } from "./email-input.ts";
import { PasswordInput } from "./password-input.tsx";

type Credentials = z.infer<typeof Login>;

interface SignInFormProps {
  /** Resolves when signed in; rejects with the reason. */
  onSignIn: (credentials: Credentials) => Promise<unknown>;
  /** A link to a new password. */
  forgotten?: ReactNode;
}

export function SignInForm({ onSignIn, forgotten }: SignInFormProps) {
  return (
    <SchemaForm schema={Login} initial={{ email: "", password: "" }} wide action="Sign in" send={onSignIn}>
      {(form) => (
        <>
          <Field label="Email" error={form.formState.errors.email}>
            {(control) => (
              <Input {...control} {...registerEmail(form, "email")} type="email" autoComplete="username" autoFocus />
            )}
          </Field>
          <Field label="Password" error={form.formState.errors.password}>
            {(control) => <PasswordInput {...control} {...form.register("password")} autoComplete="current-password" />}
          </Field>
          {forgotten && <p className="-mt-2 text-right">{forgotten}</p>}
        </>
      )}
    </SchemaForm>
  );
}
