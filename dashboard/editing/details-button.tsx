import { Settings2 } from "lucide-react";
import { type ReactNode, Suspense, useState } from "react";
import { IconButton } from "#dashboard/components/controls/button.tsx";
import { useKeptInput } from "../kept-input.ts";

/** Opens the dialog with the details of what is edited. It opens again after a session that ended midway. */
export function DetailsButton({ children }: { children: (onClose: () => void) => ReactNode }) {
  const [open, setOpen] = useState(false);
  useKeptInput("details", { typed: () => open || undefined, onReturn: setOpen });
  return (
    <>
      <IconButton label="Details" onClick={() => setOpen(true)}>
        <Settings2 className="size-4" aria-hidden="true" />
      </IconButton>
      {open && <Suspense>{children(() => setOpen(false))}</Suspense>}
    </>
  );
}
