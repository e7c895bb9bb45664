import { useForm } from "react-hook-form";
import { type ApiKey, RenameApiKey } from "#contract/api-keys.ts";
import { Button } from "#dashboard/components/controls/button.tsx";
import { Field, Input } from "#dashboard/components/controls/field.tsx";
import { FormError } from "#dashboard/forms/form-error.tsx";
import { schemaResolver } from "#dashboard/forms/schema-resolver.ts";
import { useSubmit } from "#dashboard/forms/use-submit.ts";
import { useKeptForm } from "#dashboard/kept-form.ts";
import { useEnvironment } from "#dashboard/use-environment.ts";

interface RenameFormProps {
  apiKey: ApiKey;
  /** Keeps what is typed under this name. */
  keptName: string;
  onRenamed: () => void;
}

/** The name of a key. */
export function RenameForm({ apiKey, keptName, onRenamed }: RenameFormProps) {
  const { write } = useEnvironment();
  const form = useForm({ resolver: schemaResolver(RenameApiKey), defaultValues: { name: apiKey.name } });
  useKeptForm(keptName, form);
  const { onSubmit, isPending } = useSubmit(form, {
    send: async ({ name }) => {
      await write("apiKeys.rename", apiKey._id, { name });
      onRenamed();
    },
    fields: { name: "name" },
  });
  const { errors } = form.formState;
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
      <Field label="Name" error={errors.name}>
        {(control) => <Input {...control} {...form.register("name")} autoFocus autoComplete="off" />}
      </Field>
      <FormError errors={errors} />
      <Button type="submit" variant="primary" pending={isPending}>
        Rename
      </Button>
    </form>
  );
}
