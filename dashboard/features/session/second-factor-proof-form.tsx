import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { SecondFactorProof } from "#contract/auth.ts";
import { Button } from "../../components/button.tsx";
import { Field, Input } from "../../components/field.tsx";
import { FormError } from "../../components/form-error.tsx";
import { useSubmit } from "../../components/use-submit.ts";
import { PasswordInput } from "./password-input.tsx";

const WithPassword = SecondFactorProof.extend({
  currentPassword: z.string().min(1, { error: "should not be empty" }),
});

interface SecondFactorProofFormProps {
  /** Accounts that sign in through GitHub alone have none, and are asked for none. */
  hasPassword: boolean;
  action: string;
  variant: "primary" | "danger";
  onProof: (proof: SecondFactorProof) => Promise<unknown>;
}

/** Asks for the password and a code before the second factor changes. */
export function SecondFactorProofForm({ hasPassword, action, variant, onProof }: SecondFactorProofFormProps) {
  const form = useForm({
    resolver: zodResolver(hasPassword ? WithPassword : SecondFactorProof),
    defaultValues: { code: "", ...(hasPassword && { currentPassword: "" }) },
  });
  const { onSubmit, isPending } = useSubmit(form, {
    send: onProof,
    fields: { currentPassword: "currentPassword", code: "code" },
  });
  const { errors } = form.formState;
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
      {hasPassword && (
        <Field label="Password" hint="Of your account with Belfry" error={errors.currentPassword}>
          {(control) => (
            <PasswordInput
              {...control}
              {...form.register("currentPassword")}
              autoComplete="current-password"
              autoFocus
            />
          )}
        </Field>
      )}
      <Field label="Code" hint="The 6 digits of the application, or a recovery code" error={errors.code}>
        {(control) => (
          <Input
            {...control}
            {...form.register("code")}
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            className="font-mono"
          />
        )}
      </Field>
      <FormError errors={errors} />
      <Button type="submit" variant={variant} pending={isPending}>
        {action}
      </Button>
    </form>
  );
}
