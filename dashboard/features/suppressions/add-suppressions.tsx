import { useState } from "react";
import { Button } from "#dashboard/components/controls/button.tsx";
import { lazyNamed } from "#dashboard/components/lazy-named.ts";
import { FormDialog } from "#dashboard/forms/form-dialog.tsx";
import { isKept } from "#dashboard/kept-input.ts";

// The contract's schemas are not part of the list's first load.
const SuppressionForm = lazyNamed(() => import("./suppression-form.tsx"), "SuppressionForm");

/** The name under which addresses are kept that were not added. */
const NEW_SUPPRESSIONS = "new-suppressions";

/** A button that opens the form of addresses to add. */
export function AddSuppressions() {
  const [open, setOpen] = useState(() => isKept(NEW_SUPPRESSIONS));
  return (
    <>
      <Button variant="primary" data-primary-create onClick={() => setOpen(true)}>
        Add addresses
      </Button>
      <FormDialog open={open} onOpenChange={setOpen} title="Add addresses" height="h-72">
        <SuppressionForm keptName={NEW_SUPPRESSIONS} onAdded={() => setOpen(false)} />
      </FormDialog>
    </>
  );
}
