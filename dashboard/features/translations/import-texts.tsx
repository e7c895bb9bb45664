import { Upload } from "lucide-react";
import { useState } from "react";
import { Button } from "#dashboard/components/controls/button.tsx";
import { lazyNamed } from "#dashboard/components/lazy-named.ts";
import { FormDialog } from "#dashboard/forms/form-dialog.tsx";

// The parser of CSV and the contract's schemas are not part of the screen's first load.
const ImportPanel = lazyNamed(() => import("./import-panel.tsx"), "ImportPanel");

/** A button that opens the import of a file of texts. */
export function ImportTexts({ group, locales }: { group: string; locales: readonly string[] }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Upload className="size-4" aria-hidden="true" /> Import
      </Button>
      <FormDialog open={open} onOpenChange={setOpen} title="Import texts" height="h-44">
        <ImportPanel group={group} locales={locales} onClose={() => setOpen(false)} />
      </FormDialog>
    </>
  );
}
