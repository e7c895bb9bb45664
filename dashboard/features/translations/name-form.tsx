import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { Locale, nameText } from "#contract/common.ts";
import { canonicalLocale } from "#contract/constants/locales.ts";
import { Button } from "../../components/button.tsx";
import { Field, Input } from "../../components/field.tsx";

interface NameFormProps {
  kind: "key" | "locale";
  hint: string;
  /** Locales that the group has: importing texts would replace theirs. */
  taken: readonly string[];
  onName: (name: string) => void;
}

/** The form of `NameDialog`. */
export function NameForm({ kind, hint, taken, onName }: NameFormProps) {
  const newLocale = Locale.refine((given) => !taken.some((locale) => locale === canonicalLocale(given)), {
    error: "is there already",
  });
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(z.object({ name: kind === "key" ? nameText() : newLocale })),
    defaultValues: { name: "" },
  });
  const submit = handleSubmit(({ name }) => onName(name));
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <Field label={kind === "key" ? "Key" : "Locale"} hint={hint} error={formState.errors.name}>
        {(control) => <Input {...control} {...register("name")} autoFocus />}
      </Field>
      <Button type="submit" variant="primary">
        Add
      </Button>
    </form>
  );
}
