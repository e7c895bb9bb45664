import { useForm } from "react-hook-form";
import { z } from "zod";
import { FormError } from "#dashboard/forms/form-error.tsx";
import { schemaResolver } from "#dashboard/forms/schema-resolver.ts";
import { useSubmit } from "#dashboard/forms/use-submit.ts";
import { CurrentPassword, CurrentPasswordField } from "./current-password-field.tsx";
import { SubmitButton } from "./submit-button.tsx";

const Given = z.object({ currentPassword: CurrentPassword });
const Nothing = z.object({ currentPassword: z.string() });

interface CurrentPasswordFormProps {
  /** Accounts that sign in through GitHub alone have none, and are asked for none. */
  hasPassword: boolean;
  action: string;
  onPassword: (password: string) => Promise<unknown>;
}

/** Asks for the password of the account before something about its sign-in changes. */
export function CurrentPasswordForm({ hasPassword, action, onPassword }: CurrentPasswordFormProps) {
  const form = useForm({
    resolver: schemaResolver(hasPassword ? Given : Nothing),
    defaultValues: { currentPassword: "" },
  });
  const { onSubmit, isPending } = useSubmit(form, {
    send: ({ currentPassword }) => onPassword(currentPassword),
    fields: { currentPassword: "currentPassword" },
  });
  const { errors } = form.formState;
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
      {hasPassword && (
        <CurrentPasswordField registered={form.register("currentPassword")} error={errors.currentPassword} autoFocus />
      )}
      <FormError errors={errors} />
      <SubmitButton pending={isPending}>{action}</SubmitButton>
    </form>
  );
}
