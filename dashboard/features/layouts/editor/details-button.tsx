import { Settings2 } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { IconButton } from "../../../components/button.tsx";
import { useKeptInput } from "../../../kept-input.ts";
import type { LayoutEditor } from "./layout-editor.ts";

const Details = lazy(() => import("./details.tsx").then((module) => ({ default: module.Details })));

/** Opens name, identifier and description of the layout, which are saved by themselves as its content is. */
export function DetailsButton(props: { editor: LayoutEditor; readOnly: boolean }) {
  const [open, setOpen] = useState(false);
  useKeptInput("details", { typed: () => open || undefined, onReturn: setOpen });
  return (
    <>
      <IconButton label="Details" onClick={() => setOpen(true)}>
        <Settings2 className="size-4" aria-hidden="true" />
      </IconButton>
      {open && (
        <Suspense>
          <Details {...props} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
