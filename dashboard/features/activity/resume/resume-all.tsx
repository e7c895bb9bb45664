import { Suspense, useState } from "react";
import { Button } from "#dashboard/components/controls/button.tsx";
import { lazyNamed } from "#dashboard/components/lazy-named.ts";
import { isKept } from "#dashboard/kept-input.ts";
import { isFiltered } from "#dashboard/lists/list-search.ts";
import { useEnvironment } from "#dashboard/use-environment.ts";
import type { RunSearch } from "../run-search.ts";
import { resumableFilter } from "./resume-selection.ts";

// Its form is not part of the list's first load.
const ResumeDialog = lazyNamed(() => import("./resume-dialog.tsx"), "ResumeDialog");

/** The name under which is kept what was typed and not sent. */
const KEPT_NAME = "resume-all";

/** A button that resumes all runs that the list would show; nothing for a viewer. */
export function ResumeAll({ search }: { search: RunSearch }) {
  const { may } = useEnvironment();
  const [open, setOpen] = useState(() => isKept(KEPT_NAME));
  if (!may("environment.use")) return null;
  const filter = resumableFilter(search);
  return (
    <>
      <Button className="min-h-8.5" onClick={() => setOpen(true)}>
        {isFiltered(search) ? "Resume all that match …" : "Resume all failed …"}
      </Button>
      {open && (
        <Suspense>
          <ResumeDialog selection={filter && { filter }} keptName={KEPT_NAME} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
