import { Upload } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { Button } from "#dashboard/components/controls/button.tsx";
import { Skeleton } from "#dashboard/components/feedback/skeleton.tsx";
import { Dialog } from "#dashboard/components/overlays/dialog.tsx";

// The parser of CSV and the contract's schemas are not part of the screen's first load.
const ImportPanel = lazy(() => import("./import-panel.tsx").then((module) => ({ default: module.ImportPanel })));

/** A button that opens the import of a file of texts. */
export function ImportTexts({ group, locales }: { group: string; locales: readonly string[] }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Upload className="size-4" aria-hidden="true" /> Import
      </Button>
      <Dialog open={open} onOpenChange={setOpen} title="Import texts">
        <Suspense fallback={<Skeleton className="h-44 w-full" />}>
          <ImportPanel group={group} locales={locales} onClose={() => setOpen(false)} />
        </Suspense>
      </Dialog>
    </>
  );
}
