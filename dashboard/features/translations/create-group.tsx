import { useState } from "react";
import type { TranslationGroup } from "#contract/workflows/translations.ts";
import { Button } from "#dashboard/components/controls/button.tsx";
import { lazyNamed } from "#dashboard/components/lazy-named.ts";
import { FormDialog } from "#dashboard/forms/form-dialog.tsx";
import { isKept } from "#dashboard/kept-input.ts";
import { useEnvironment } from "#dashboard/use-environment.ts";

// The contract's schemas are not part of the list's first load.
const GroupForm = lazyNamed(() => import("./group-form.tsx"), "GroupForm");

/** The name under which a group is kept that was not created. */
const NEW_GROUP = "new-group";

/** A button that opens the form of a new group. */
export function CreateGroup({ onCreated }: { onCreated: (group: TranslationGroup) => void }) {
  const [open, setOpen] = useState(() => isKept(NEW_GROUP));
  const { may, readOnly } = useEnvironment();
  if (!may("content.edit")) return null;
  return (
    <>
      <Button variant="primary" data-primary-create disabled={readOnly} onClick={() => setOpen(true)}>
        New group
      </Button>
      <FormDialog open={open} onOpenChange={setOpen} title="New translation group" height="h-44">
        <GroupForm
          keptName={NEW_GROUP}
          onCreated={(group) => {
            setOpen(false);
            onCreated(group);
          }}
        />
      </FormDialog>
    </>
  );
}
