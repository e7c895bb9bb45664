import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { CreateTranslationGroup, type TranslationGroup } from "#contract/translations.ts";
import { Button } from "../../components/button.tsx";
import { Field, Input } from "../../components/field.tsx";
import { FormError } from "../../components/form-error.tsx";
import { setServerErrors } from "../../components/server-errors.ts";
import { useEnvironment } from "../../use-environment.ts";

/** The form of a new group. */
export function GroupForm({ onCreated }: { onCreated: (group: TranslationGroup) => void }) {
  const { mutations } = useEnvironment();
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(CreateTranslationGroup),
    defaultValues: { name: "", identifier: "" },
  });
  const create = useMutation({
    ...mutations.createTranslationGroup(),
    onError: (error) => setServerErrors(error, setError, { name: "name", identifier: "identifier" }),
  });
  const { errors } = formState;
  const submit = handleSubmit((group) => create.mutate(group, { onSuccess: onCreated }));
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
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
      <Button type="submit" variant="primary" disabled={create.isPending}>
        Create
      </Button>
    </form>
  );
}
