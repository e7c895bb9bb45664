import { Upload } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { Button } from "#dashboard/components/controls/button.tsx";
import { Skeleton } from "#dashboard/components/feedback/skeleton.tsx";
import { Dialog } from "#dashboard/components/overlays/dialog.tsx";
import { isKept } from "#dashboard/kept-input.ts";

// The schemas of the file are not part of the list's first load.
const ImportPanel = lazy(() => import("./import-panel.tsx").then((module) => ({ default: module.ImportPanel })));

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
      <Dialog open={open} onOpenChange={setOpen} title="Import workflows">
        <Suspense fallback={<Skeleton className="h-44 w-full" />}>
          <ImportPanel keptName={IMPORT} onClose={() => setOpen(false)} />
        </Suspense>
      </Dialog>
    </>
  );
}
