import type { ComponentProps } from "react";
import { lazyNamed } from "#dashboard/components/lazy-named.ts";
import { FormDialog } from "#dashboard/forms/form-dialog.tsx";
import type { NameForm as NameFormType } from "./name-form.tsx";

// The contract's schemas are not part of the screen's first load.
const NameForm = lazyNamed(() => import("./name-form.tsx"), "NameForm");

interface NameDialogProps extends ComponentProps<typeof NameFormType> {
  open: boolean;
  onClose: () => void;
}

/** Asks for the name of a new key or locale, and stays open until that is there. */
export function NameDialog({ open, onClose, kind, onName, ...form }: NameDialogProps) {
  return (
    <FormDialog open={open} onOpenChange={onClose} title={kind === "key" ? "Add key" : "Add locale"} height="h-24">
      <NameForm
        {...form}
        kind={kind}
        onName={async (name) => {
          await onName(name);
          onClose();
        }}
      />
    </FormDialog>
  );
}
