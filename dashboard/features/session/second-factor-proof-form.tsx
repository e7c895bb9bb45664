import { useForm } from "react-hook-form";
import { SecondFactorProof } from "#contract/accounts/auth.ts";
import { Button } from "#dashboard/components/controls/button.tsx";
import { FormError } from "#dashboard/forms/form-error.tsx";
import { schemaResolver } from "#dashboard/forms/schema-resolver.ts";
import { useSubmit } from "#dashboard/forms/use-submit.ts";
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
  const form = useForm({
    resolver: schemaResolver(hasPassword ? WithPassword : SecondFactorProof),
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
        <CurrentPasswordField registered={form.register("currentPassword")} error={errors.currentPassword} autoFocus />
      )}
      <CodeField
        registered={form.register("code")}
        error={errors.code}
        hint="The 6 digits of the application, or a recovery code"
      />
      <FormError errors={errors} />
      <Button type="submit" variant={variant} pending={isPending}>
        {action}
      </Button>
    </form>
  );
}
