import { useState } from "react";
import type { Suppression } from "#contract/suppressions.ts";
import { Button } from "#dashboard/components/controls/button.tsx";
import { lazyNamed } from "#dashboard/components/lazy-named.ts";
import { FormDialog } from "#dashboard/forms/form-dialog.tsx";
import { isKept } from "#dashboard/kept-input.ts";
import { REASONS } from "./suppression-reasons.ts";

// The contract's schemas are not part of the list's first load.
const LiftForm = lazyNamed(() => import("./lift-form.tsx"), "LiftForm");

/** A button that asks why an address is to be sent to again. */
export function LiftButton({ suppression }: { suppression: Suppression }) {
  const { _id, address, reason, providerId } = suppression;
  const keptName = `lift-${_id}`;
  const [open, setOpen] = useState(() => isKept(keptName));
  return (
    <>
      <Button small onClick={() => setOpen(true)} aria-label={`Lift ${address}`}>
        Lift
      </Button>
      <FormDialog open={open} onOpenChange={setOpen} title={`Send to ${address} again?`} height="h-24">
        <p>{REASONS[reason].about} What was left out is not sent later.</p>
        {providerId && <p>The provider may keep a list of its own, on which the address has to be lifted as well.</p>}
        <LiftForm suppression={suppression} keptName={keptName} onLifted={() => setOpen(false)} />
      </FormDialog>
    </>
  );
}
