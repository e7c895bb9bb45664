import { z } from "zod";
import { canonicalLocale } from "#contract/constants/templates/locales.ts";
import { Locale, nameText } from "#contract/schemas/common.ts";
import { TextForm } from "#dashboard/forms/text-form.tsx";

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
  return (
    <TextForm
      schema={z.object({ name: kind === "key" ? nameText() : newLocale })}
      fields={[{ name: "name", label: kind === "key" ? "Key" : "Locale", hint }]}
      initial={{ name: "" }}
      serverFields={{ locale: "name" }}
      keptName={kind}
      action="Add"
      send={({ name }) => onName(name)}
    />
  );
}
