import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { RemoveSecondFactor } from "#contract/auth.ts";
import { Button } from "../../../components/button.tsx";
import { Field, Input } from "../../../components/field.tsx";
import { FormError } from "../../../components/form-error.tsx";
import { useSubmit } from "../../../components/use-submit.ts";
import { useEnvironment } from "../../../use-environment.ts";

const WithPassword = RemoveSecondFactor.extend({
  currentPassword: z.string().min(1, { error: "should not be empty" }),
});

interface RemoveFormProps {
  /** Accounts that sign in through GitHub alone have none. */
  hasPassword: boolean;
  onRemoved: () => void;
}

/** Switches the second factor off, by the password and a code. */
export function RemoveForm({ hasPassword, onRemoved }: RemoveFormProps) {
  const { mutations } = useEnvironment();
  const form = useForm({
    resolver: zodResolver(hasPassword ? WithPassword : RemoveSecondFactor),
    defaultValues: { code: "", ...(hasPassword && { currentPassword: "" }) },
  });
  const remove = useMutation(mutations.removeSecondFactor());
  const { onSubmit, isPending } = useSubmit(form, {
    send: async (given) => {
      await remove.mutateAsync(given);
      onRemoved();
    },
    fields: { currentPassword: "currentPassword", code: "code" },
  });
  const { errors } = form.formState;
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
      {hasPassword && (
        <Field label="Password" hint="Of your account with Belfry" error={errors.currentPassword}>
          {(control) => (
            <Input
              {...control}
              {...form.register("currentPassword")}
              type="password"
              autoComplete="current-password"
              autoFocus
            />
          )}
        </Field>
      )}
      <Field label="Code" hint="The 6 digits of the application, or a recovery code" error={errors.code}>
        {(control) => (
          <Input {...control} {...form.register("code")} autoComplete="one-time-code" className="font-mono" />
        )}
      </Field>
      <FormError errors={errors} />
      <Button type="submit" variant="danger" pending={isPending}>
        Switch it off
      </Button>
    </form>
  );
}
