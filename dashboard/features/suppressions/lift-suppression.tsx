import { useState } from "react";
import type { Suppression } from "#contract/suppressions.ts";
import { Field, Input } from "#dashboard/components/controls/field.tsx";
import { Confirmation } from "#dashboard/components/overlays/confirmation.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";
import { REASONS } from "./suppression-reasons.ts";

/** Asks why an address is to be sent to again, and takes it off the list. */
export function LiftSuppression({ suppression, onClose }: { suppression: Suppression; onClose: () => void }) {
  const { _id, address, reason, providerId } = suppression;
  const { write } = useEnvironment();
  const [why, setWhy] = useState("");
  return (
    <Confirmation
      onClose={onClose}
      title={`Send to ${address} again?`}
      action="Lift suppression"
      tone="primary"
      onConfirm={() => write("suppressions.lift", _id, why.trim() ? { reason: why.trim() } : {})}
      done={`Messages are sent to ${address} again`}
    >
      <p>{REASONS[reason].about} What was left out is not sent later.</p>
      {providerId && <p>The provider may keep a list of its own, on which the address has to be lifted as well.</p>}
      <Field label="Why (optional)" hint="For the audit log">
        {(control) => (
          <Input {...control} value={why} onChange={({ target }) => setWhy(target.value)} autoComplete="off" />
        )}
      </Field>
    </Confirmation>
  );
}
