import type { ReactNode } from "react";
import { useForm } from "react-hook-form";
import type { z } from "zod";
import { Login } from "#contract/accounts/auth.ts";
import { Field, Input } from "#dashboard/components/controls/field.tsx";
import { FormError } from "#dashboard/forms/form-error.tsx";
import { schemaResolver } from "#dashboard/forms/schema-resolver.ts";
import { useSubmit } from "#dashboard/forms/use-submit.ts";
import { registerEmail } from "./email-input.ts";
import { PasswordInput } from "./password-input.tsx";
import { SubmitButton } from "./submit-button.tsx";

type Credentials = z.infer<typeof Login>;

interface SignInFormProps {
  /** Resolves when signed in; rejects with the reason. */
  onSignIn: (credentials: Credentials) => Promise<unknown>;
  /** A link to a new password. */
  forgotten?: ReactNode;
}

export function SignInForm({ onSignIn, forgotten }: SignInFormProps) {
  const form = useForm({ resolver: schemaResolver(Login), defaultValues: { email: "", password: "" } });
  const { onSubmit, isPending } = useSubmit(form, {
    send: onSignIn,
    fields: { email: "email", password: "password" },
  });
  const { errors } = form.formState;
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
      <Field label="Email" error={errors.email}>
        {(control) => (
          <Input {...control} {...registerEmail(form, "email")} type="email" autoComplete="username" autoFocus />
        )}
      </Field>
      <Field label="Password" error={errors.password}>
        {(control) => <PasswordInput {...control} {...form.register("password")} autoComplete="current-password" />}
      </Field>
      {forgotten && <p className="-mt-2 text-right">{forgotten}</p>}
      <FormError errors={errors} />
      <SubmitButton pending={isPending}>Sign in</SubmitButton>
    </form>
  );
}
