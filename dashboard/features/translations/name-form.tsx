import { useForm } from "react-hook-form";
import { z } from "zod";
import { Locale, nameText } from "#contract/common.ts";
import { canonicalLocale } from "#contract/constants/locales.ts";
import { Button } from "#dashboard/components/controls/button.tsx";
import { Field, Input } from "#dashboard/components/controls/field.tsx";
import { FormError } from "#dashboard/forms/form-error.tsx";
import { schemaResolver } from "#dashboard/forms/schema-resolver.ts";
import { useSubmit } from "#dashboard/forms/use-submit.ts";
import { useKeptForm } from "#dashboard/kept-form.ts";

interface NameFormProps {
  /** Is also the name under which its text is kept. */
  kind: "key" | "locale";
  hint: string;
  /** Locales that the group has: importing texts would replace theirs. */
  taken: readonly string[];
  /** Resolves when it is there; rejects with the reason why it is not. */
  onName: (name: string) => Promise<void>;
}

/** The form of `NameDialog`. */
export function NameForm({ kind, hint, taken, onName }: NameFormProps) {
  const newLocale = Locale.refine((given) => !taken.some((locale) => locale === canonicalLocale(given)), {
    error: "is there already",
  });
  const form = useForm({
    resolver: schemaResolver(z.object({ name: kind === "key" ? nameText() : newLocale })),
    defaultValues: { name: "" },
  });
  useKeptForm(kind, form);
  const { onSubmit, isPending } = useSubmit(form, { send: ({ name }) => onName(name), fields: { locale: "name" } });
  const { errors } = form.formState;
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
      <Field label={kind === "key" ? "Key" : "Locale"} hint={hint} error={errors.name}>
        {(control) => <Input {...control} {...form.register("name")} autoFocus />}
      </Field>
      <FormError errors={errors} />
      <Button type="submit" variant="primary" pending={isPending}>
        Add
      </Button>
    </form>
  );
}
