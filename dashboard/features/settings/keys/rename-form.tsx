import { type ApiKey, RenameApiKey } from "#contract/accounts/api-keys.ts";
import { TextForm } from "#dashboard/forms/text-form.tsx";
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
  return (
    <TextForm
      schema={RenameApiKey}
      fields={[{ name: "name", label: "Name" }]}
      initial={{ name: apiKey.name }}
      keptName={keptName}
      action="Rename"
      send={async ({ name }) => {
        await write("apiKeys.rename", apiKey._id, { name });
        onRenamed();
      }}
    />
  );
}
