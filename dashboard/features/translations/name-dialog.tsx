import { type ComponentProps, lazy, Suspense } from "react";
import { Skeleton } from "#dashboard/components/feedback/skeleton.tsx";
import { Dialog } from "#dashboard/components/overlays/dialog.tsx";
import type { NameForm as NameFormType } from "./name-form.tsx";

// The contract's schemas are not part of the screen's first load.
const NameForm = lazy(() => import("./name-form.tsx").then((module) => ({ default: module.NameForm })));

interface NameDialogProps extends ComponentProps<typeof NameFormType> {
  open: boolean;
  onClose: () => void;
}

/** Asks for the name of a new key or locale, and stays open until that is there. */
export function NameDialog({ open, onClose, kind, onName, ...form }: NameDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onClose} title={kind === "key" ? "Add key" : "Add locale"}>
      <Suspense fallback={<Skeleton className="h-24 w-full" />}>
        <NameForm
          {...form}
          kind={kind}
          onName={async (name) => {
            await onName(name);
            onClose();
          }}
        />
      </Suspense>
    </Dialog>
  );
}
