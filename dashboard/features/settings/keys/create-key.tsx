import type { ApiKey } from "#contract/accounts/api-keys.ts";
import { lazyNamed } from "#dashboard/components/lazy-named.ts";
import { FormButton } from "#dashboard/forms/form-button.tsx";
import { useRoles } from "../use-roles.ts";

// The contract's schemas are not part of the list's first load.
const NewKeyForm = lazyNamed(() => import("./key-form.tsx"), "NewKeyForm");

/** A button that opens the form of a new key. */
export function CreateKey({ onCreated }: { onCreated: (key: ApiKey) => void }) {
  const { options } = useRoles();
  return (
    <FormButton creates text="New key" title="New API key" height="h-72" keptName="new-api-key">
      {({ keptName, close }) => (
        <NewKeyForm
          keptName={keptName}
          roles={options}
          onCreated={(key) => {
            close();
            onCreated(key);
          }}
        />
      )}
    </FormButton>
  );
}
