import type { TranslationGroup } from "#contract/workflows/translations.ts";
import { lazyNamed } from "#dashboard/components/lazy-named.ts";
import { FormButton } from "#dashboard/forms/form-button.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";

// The contract's schemas are not part of the list's first load.
const GroupForm = lazyNamed(() => import("./group-form.tsx"), "GroupForm");

/** A button that opens the form of a new group. */
export function CreateGroup({ onCreated }: { onCreated: (group: TranslationGroup) => void }) {
  const { may, readOnly } = useEnvironment();
  if (!may("content.edit")) return null;
  return (
    <FormButton
      creates
      text="New group"
      disabled={readOnly}
      title="New translation group"
      height="h-44"
      keptName="new-group"
    >
      {({ keptName, close }) => (
        <GroupForm
          keptName={keptName}
          onCreated={(group) => {
            close();
            onCreated(group);
          }}
        />
      )}
    </FormButton>
  );
}
