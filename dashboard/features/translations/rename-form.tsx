import { CreateTranslationGroup, type TranslationGroup } from "#contract/workflows/translations.ts";
import { TextForm } from "#dashboard/forms/text-form.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";

interface RenameFormProps {
  group: TranslationGroup;
  /** Keeps what is typed under this name. */
  keptName: string;
  /** Takes the identifier that the group has from then on. */
  onSaved: (identifier: string) => void;
}

/** The form of a group's names. */
export function RenameForm({ group: { name, identifier }, keptName, onSaved }: RenameFormProps) {
  const { write } = useEnvironment();
  return (
    <TextForm
      schema={CreateTranslationGroup.required()}
      fields={[
        { name: "name", label: "Name" },
        {
          name: "identifier",
          label: "Identifier",
          hint: "Templates name the group by it. Those that name the old one print their keys from then on",
        },
      ]}
      initial={{ name, identifier }}
      keptName={keptName}
      action="Save"
      send={async (names) => onSaved((await write("translations.updateGroup", identifier, names)).identifier)}
    />
  );
}
