import { useState } from "react";
import type { ApiKey } from "#contract/accounts/api-keys.ts";
import { Button } from "#dashboard/components/controls/button.tsx";
import { lazyNamed } from "#dashboard/components/lazy-named.ts";
import { FormDialog } from "#dashboard/forms/form-dialog.tsx";
import { isKept } from "#dashboard/kept-input.ts";
import { useRoles } from "../use-roles.ts";

// The contract's schemas are not part of the list's first load.
const NewKeyForm = lazyNamed(() => import("./key-form.tsx"), "NewKeyForm");

/** The name under which a key is kept that was not created. */
const NEW_KEY = "new-api-key";

/** A button that opens the form of a new key. */
export function CreateKey({ onCreated }: { onCreated: (key: ApiKey) => void }) {
  const [open, setOpen] = useState(() => isKept(NEW_KEY));
  const { options } = useRoles();
  return (
    <>
      <Button variant="primary" data-primary-create onClick={() => setOpen(true)}>
        New key
      </Button>
      <FormDialog open={open} onOpenChange={setOpen} title="New API key" height="h-72">
        <NewKeyForm
          keptName={NEW_KEY}
          roles={options}
          onCreated={(key) => {
            setOpen(false);
            onCreated(key);
          }}
        />
      </FormDialog>
    </>
  );
}
