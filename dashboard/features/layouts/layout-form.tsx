import { useForm } from "react-hook-form";
import { CreateLayoutV2, type LayoutV2 } from "#contract/v2/layouts.ts";
import { Button } from "#dashboard/components/controls/button.tsx";
import { Field, Input } from "#dashboard/components/controls/field.tsx";
import { TextArea } from "#dashboard/components/controls/text-area.tsx";
import { FormError } from "#dashboard/forms/form-error.tsx";
import { schemaResolver } from "#dashboard/forms/schema-resolver.ts";
import { useSubmit } from "#dashboard/forms/use-submit.ts";
import { useKeptForm } from "#dashboard/kept-form.ts";
import { useEnvironment } from "#dashboard/use-environment.ts";

interface LayoutFormProps {
  /** Keeps what is typed under this name. */
  keptName: string;
  onCreated: (layout: LayoutV2) => void;
}

const NewLayout = CreateLayoutV2.omit({ controlValues: true });
const orNone = { setValueAs: (text: string) => text || undefined };

/** The form of a new layout, which begins with the built-in content. */
export function LayoutForm({ keptName, onCreated }: LayoutFormProps) {
  const { write } = useEnvironment();
  const form = useForm({
    resolver: schemaResolver(NewLayout),
    defaultValues: { name: "", layoutId: "", description: "" },
  });
  useKeptForm(keptName, form);
  const { onSubmit, isPending } = useSubmit(form, {
    send: async (layout) => onCreated(await write("v2.layouts.create", layout)),
    fields: { name: "name", layoutId: "layoutId", description: "description" },
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
        hint="By which events name the layout. Made from the name when left empty"
        error={errors.layoutId}
      >
        {(control) => <Input {...control} {...register("layoutId", orNone)} />}
      </Field>
      <Field label="Description" error={errors.description}>
        {(control) => <TextArea {...control} rows={2} {...register("description", orNone)} />}
      </Field>
      <FormError errors={errors} />
      <Button type="submit" variant="primary" pending={isPending}>
        Create
      </Button>
    </form>
  );
}
