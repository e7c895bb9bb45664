import { useForm } from "react-hook-form";
import { ConfirmSecondFactor } from "#contract/accounts/auth.ts";
import { FormError } from "#dashboard/forms/form-error.tsx";
import { schemaResolver } from "#dashboard/forms/schema-resolver.ts";
import { useSubmit } from "#dashboard/forms/use-submit.ts";
import { CodeField } from "./code-field.tsx";
import { SubmitButton } from "./submit-button.tsx";

interface CodeFormProps {
  hint: string;
  action: string;
  /** Resolves when the code was taken; rejects with the reason. */
  onCode: (code: string) => Promise<unknown>;
}

/** Asks for the code that an authenticator application shows. */
export function CodeForm({ hint, action, onCode }: CodeFormProps) {
  const form = useForm({ resolver: schemaResolver(ConfirmSecondFactor), defaultValues: { code: "" } });
  const { onSubmit, isPending } = useSubmit(form, { send: ({ code }) => onCode(code), fields: { code: "code" } });
  const { errors } = form.formState;
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
      <CodeField registered={form.register("code")} error={errors.code} hint={hint} autoFocus />
      <FormError errors={errors} />
      <SubmitButton pending={isPending}>{action}</SubmitButton>
    </form>
  );
}
