import { Settings2 } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { IconButton } from "../../../components/button.tsx";
import { useKeptInput } from "../../../kept-input.ts";

const Details = lazy(() => import("./details.tsx").then((module) => ({ default: module.Details })));

/** Opens the name, description, tags and payload schema of the workflow, which are saved by themselves as its steps are. */
export function DetailsButton() {
  const [open, setOpen] = useState(false);
  useKeptInput("details", { typed: () => open || undefined, onReturn: setOpen });
  return (
    <>
      <IconButton label="Details" onClick={() => setOpen(true)}>
        <Settings2 className="size-4" aria-hidden="true" />
      </IconButton>
      {open && (
        <Suspense>
          <Details onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
