import { useForm } from "react-hook-form";
import { z } from "zod";
import { nameUpTo } from "#contract/common.ts";
import { NAME_MAX } from "#contract/constants/limits.ts";
import { Button } from "#dashboard/components/controls/button.tsx";
import { Field, Input } from "#dashboard/components/controls/field.tsx";
import { FormError } from "#dashboard/forms/form-error.tsx";
import { schemaResolver } from "#dashboard/forms/schema-resolver.ts";
import { useSubmit } from "#dashboard/forms/use-submit.ts";
import { useKeptForm } from "#dashboard/kept-form.ts";

const schema = z.object({ name: z.string().trim().pipe(nameUpTo(NAME_MAX)) });

interface SampleFormProps {
  /** The name under which a form that was not sent is kept. */
  keptName: string;
  /** Of the button that sends it. */
  action: string;
  /** The name to begin with. */
  name: string;
  /** Resolves when the sample has the name; rejects with the reason why it has not. */
  onName: (name: string) => Promise<void>;
}

/** The form of `NameSample`. */
export function SampleForm({ keptName, action, name, onName }: SampleFormProps) {
  const form = useForm({ resolver: schemaResolver(schema), defaultValues: { name } });
  useKeptForm(keptName, form);
  const { onSubmit, isPending } = useSubmit(form, { send: (values) => onName(values.name), fields: { name: "name" } });
  const { errors } = form.formState;
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-3">
      <Field label="Name of the sample" hint="Everybody in the organisation sees it." error={errors.name}>
        {(control) => <Input {...control} {...form.register("name")} autoFocus />}
      </Field>
      <FormError errors={errors} />
      <Button type="submit" variant="primary" pending={isPending}>
        {action}
      </Button>
    </form>
  );
}
