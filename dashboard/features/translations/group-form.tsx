import { CreateTranslationGroup, type TranslationGroup } from "#contract/workflows/translations.ts";
import { TextForm } from "#dashboard/forms/text-form.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";

interface GroupFormProps {
  /** Keeps what is typed under this name. */
  keptName: string;
  onCreated: (group: TranslationGroup) => void;
}

/** The form of a new group. */
export function GroupForm({ keptName, onCreated }: GroupFormProps) {
  const { write } = useEnvironment();
  return (
    <TextForm
      schema={CreateTranslationGroup}
      fields={[
        { name: "name", label: "Name" },
        {
          name: "identifier",
          label: "Identifier",
          hint: "The keys of the group begin with it: shop.hello. Leave empty to derive it from the name",
          optional: true,
        },
      ]}
      initial={{ name: "", identifier: "" }}
      keptName={keptName}
      action="Create"
      send={async (group) => onCreated(await write("translations.createGroup", group))}
    />
  );
}
