import { Suspense, useState } from "react";
import { Button } from "#dashboard/components/controls/button.tsx";
import { lazyNamed } from "#dashboard/components/lazy-named.ts";
import { isKept } from "#dashboard/kept-input.ts";
import { isFiltered } from "#dashboard/lists/list-search.ts";
import { useEnvironment } from "#dashboard/use-environment.ts";
import { cancelableFilter } from "../resume/resume-selection.ts";
import type { RunSearch } from "../run-search.ts";

// Its form is not part of the list's first load.
const CancelDialog = lazyNamed(() => import("./cancel-dialog.tsx"), "CancelDialog");

/** The name under which is kept what was typed and not sent. */
const KEPT_NAME = "cancel-all";

/** A button that cancels all runs that the list would show and that have not ended; nothing without a filter, or for a viewer. */
export function CancelAll({ search }: { search: RunSearch }) {
  const { may } = useEnvironment();
  const [open, setOpen] = useState(() => isKept(KEPT_NAME));
  if (!may("environment.use") || !(open || isFiltered(search))) return null;
  const filter = cancelableFilter(search);
  return (
    <>
      <Button className="min-h-8.5" onClick={() => setOpen(true)}>
        Cancel all that match …
      </Button>
      {open && (
        <Suspense>
          <CancelDialog selection={filter && { filter }} keptName={KEPT_NAME} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
