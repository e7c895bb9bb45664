import { useForm } from "react-hook-form";
import { CreateTranslationGroup, type TranslationGroup } from "#contract/translations.ts";
import { Button } from "#dashboard/components/controls/button.tsx";
import { Field, Input } from "#dashboard/components/controls/field.tsx";
import { FormError } from "#dashboard/forms/form-error.tsx";
import { schemaResolver } from "#dashboard/forms/schema-resolver.ts";
import { useSubmit } from "#dashboard/forms/use-submit.ts";
import { useKeptForm } from "#dashboard/kept-form.ts";
import { useEnvironment } from "#dashboard/use-environment.ts";

interface GroupFormProps {
  /** Keeps what is typed under this name. */
  keptName: string;
  onCreated: (group: TranslationGroup) => void;
}

/** The form of a new group. */
export function GroupForm({ keptName, onCreated }: GroupFormProps) {
  const { write } = useEnvironment();
  const form = useForm({
    resolver: schemaResolver(CreateTranslationGroup),
    defaultValues: { name: "", identifier: "" },
  });
  useKeptForm(keptName, form);
  const { onSubmit, isPending } = useSubmit(form, {
    send: async (group) => onCreated(await write("translations.createGroup", group)),
    fields: { name: "name", identifier: "identifier" },
  });
  const { register, formState } = form;
  const { errors } = formState;
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
      <Field label="Name" error={errors.name}>
        {(control) => <Input {...control} {...register("name")} autoFocus />}
      </Field>
      <Field
        label="Identifier"
        hint="The keys of the group begin with it: shop.hello. Made from the name when left empty"
        error={errors.identifier}
      >
        {(control) => (
          <Input {...control} {...register("identifier", { setValueAs: (text: string) => text || undefined })} />
        )}
      </Field>
      <FormError errors={errors} />
      <Button type="submit" variant="primary" pending={isPending}>
        Create
      </Button>
    </form>
  );
}
