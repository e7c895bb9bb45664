import { useForm, useWatch } from "react-hook-form";
import { Register } from "#contract/accounts/auth.ts";
import { Field, Input } from "#dashboard/components/controls/field.tsx";
import { FormError } from "#dashboard/forms/form-error.tsx";
import { schemaResolver } from "#dashboard/forms/schema-resolver.ts";
import { useSubmit } from "#dashboard/forms/use-submit.ts";
import { registerEmail } from "./email-input.ts";
import { NewPasswordField } from "./new-password-field.tsx";
import { SubmitButton } from "./submit-button.tsx";

const Person = Register.pick({ email: true, password: true, firstName: true, lastName: true });

interface SignUpFormProps {
  /** The address that was invited. */
  email?: string;
  submitText: string;
  /** Resolves when the account exists and is signed in; rejects with the reason. */
  onSignUp: (person: Pick<Register, "email" | "password" | "firstName" | "lastName">) => Promise<unknown>;
}

export function SignUpForm({ email = "", submitText, onSignUp }: SignUpFormProps) {
  const form = useForm({
    resolver: schemaResolver(Person),
    defaultValues: { email, password: "", firstName: "", lastName: "" },
  });
  const { onSubmit, isPending } = useSubmit(form, {
    send: onSignUp,
    fields: { email: "email", password: "password", firstName: "firstName", lastName: "lastName" },
  });
  const password = useWatch({ control: form.control, name: "password" });
  const { errors } = form.formState;
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <Field label="First name" error={errors.firstName}>
          {(control) => <Input {...control} {...form.register("firstName")} autoComplete="given-name" autoFocus />}
        </Field>
        <Field label="Last name (optional)" error={errors.lastName}>
          {(control) => <Input {...control} {...form.register("lastName")} autoComplete="family-name" />}
        </Field>
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
        value={password}
        error={errors.password}
      />
      <FormError errors={errors} />
      <SubmitButton pending={isPending}>{submitText}</SubmitButton>
    </form>
  );
}
