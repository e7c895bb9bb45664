import { Plus } from "lucide-react";
import { useState } from "react";
import type { LayoutV2 } from "#contract/v2/layouts.ts";
import { Button } from "#dashboard/components/controls/button.tsx";
import { lazyNamed } from "#dashboard/components/lazy-named.ts";
import { FormDialog } from "#dashboard/forms/form-dialog.tsx";
import { isKept } from "#dashboard/kept-input.ts";

// The contract's schemas are not part of the list's first load.
const LayoutForm = lazyNamed(() => import("./layout-form.tsx"), "LayoutForm");

/** The name under which a layout is kept that was not created. */
const NEW_LAYOUT = "new-layout";

/** A button that opens the form of a new layout. */
export function CreateLayout({ onCreated }: { onCreated: (layout: LayoutV2) => void }) {
  const [open, setOpen] = useState(() => isKept(NEW_LAYOUT));
  return (
    <>
      <Button variant="primary" data-primary-create onClick={() => setOpen(true)}>
        <Plus className="size-4" aria-hidden="true" /> Create layout
      </Button>
      <FormDialog open={open} onOpenChange={setOpen} title="New layout" height="h-64">
        <LayoutForm
          keptName={NEW_LAYOUT}
          onCreated={(layout) => {
            setOpen(false);
            onCreated(layout);
          }}
        />
      </FormDialog>
    </>
  );
}
