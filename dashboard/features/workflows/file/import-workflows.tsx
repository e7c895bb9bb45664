import { Upload } from "lucide-react";
import { useState } from "react";
import { Button } from "#dashboard/components/controls/button.tsx";
import { lazyNamed } from "#dashboard/components/lazy-named.ts";
import { FormDialog } from "#dashboard/forms/form-dialog.tsx";
import { isKept } from "#dashboard/kept-input.ts";

// The schemas of the file are not part of the list's first load.
const ImportPanel = lazyNamed(() => import("./import-panel.tsx"), "ImportPanel");

/** The name under which a file is kept that was not imported. */
const IMPORT = "import";

/** A button that opens the import of a file. */
export function ImportWorkflows() {
  const [open, setOpen] = useState(() => isKept(IMPORT));
  return (
    <>
      <Button className="max-sm:hidden" onClick={() => setOpen(true)}>
        <Upload className="size-4" aria-hidden="true" /> Import
      </Button>
      <FormDialog open={open} onOpenChange={setOpen} title="Import workflows" height="h-44">
        <ImportPanel keptName={IMPORT} onClose={() => setOpen(false)} />
      </FormDialog>
    </>
  );
}
