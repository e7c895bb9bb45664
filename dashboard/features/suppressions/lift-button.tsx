import type { Suppression } from "#contract/suppressions.ts";
import { lazyNamed } from "#dashboard/components/lazy-named.ts";
import { FormButton } from "#dashboard/forms/form-button.tsx";
import { REASONS } from "./suppression-reasons.ts";

// The contract's schemas are not part of the list's first load.
const LiftForm = lazyNamed(() => import("./lift-form.tsx"), "LiftForm");

/** A button that asks why an address is to be sent to again. */
export function LiftButton({ suppression, onLifted }: { suppression: Suppression; onLifted?: () => void }) {
  const { _id, address, reason } = suppression;
  return (
    <FormButton
      small
      text="Lift"
      aria-label={`Lift ${address}`}
      title={`Send to ${address} again?`}
      height="h-24"
      keptName={`lift-${_id}`}
    >
      {({ keptName, close }) => (
        <>
          <p>{REASONS[reason].about} What was left out is not sent later.</p>
          <p>
            Vendors that keep a list of their own are asked to lift it there, too. Their answers are among the lifted
            addresses.
          </p>
          <LiftForm suppression={suppression} keptName={keptName} onLifted={onLifted ?? close} />
        </>
      )}
    </FormButton>
  );
}
