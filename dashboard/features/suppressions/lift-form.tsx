import { z } from "zod";
import { SUPPRESSION_NOTE_MAX } from "#contract/constants/suppressions.ts";
import type { Suppression } from "#contract/suppressions.ts";
import { showToast } from "#dashboard/components/overlays/toast.ts";
import { orNothing } from "#dashboard/forms/form.tsx";
import { TextForm } from "#dashboard/forms/text-form.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";

const Lift = z.object({ reason: z.string().trim().max(SUPPRESSION_NOTE_MAX) });

interface LiftFormProps {
  suppression: Suppression;
  keptName: string;
  onLifted: () => void;
}

/** Asks why an address is to be sent to again, and takes it off the list. */
export function LiftForm({ suppression: { _id, address }, keptName, onLifted }: LiftFormProps) {
  const { write } = useEnvironment();
  return (
    <TextForm
      schema={Lift}
      initial={{ reason: "" }}
      keptName={keptName}
      action="Lift suppression"
      fields={[{ name: "reason", label: "Why (optional)", hint: "For the audit log" }]}
      send={async ({ reason }) => {
        await write("suppressions.lift", _id, { reason: orNothing(reason) });
        onLifted();
        showToast({ tone: "success", text: `Messages are sent to ${address} again` });
      }}
    />
  );
}
