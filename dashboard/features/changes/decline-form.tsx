import { z } from "zod";
import { PUBLICATION_NOTE_MAX } from "#contract/constants/changes.ts";
import { showToast } from "#dashboard/components/overlays/toast.ts";
import { orNothing } from "#dashboard/forms/form.tsx";
import { TextForm } from "#dashboard/forms/text-form.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";

const Decline = z.object({ reason: z.string().trim().max(PUBLICATION_NOTE_MAX) });

interface DeclineFormProps {
  publicationId: string;
  keptName: string;
  onDeclined: () => void;
}

/** Asks why a publication is declined, and declines it. */
export function DeclineForm({ publicationId, keptName, onDeclined }: DeclineFormProps) {
  const { write } = useEnvironment();
  return (
    <TextForm
      schema={Decline}
      initial={{ reason: "" }}
      keptName={keptName}
      action="Decline publication"
      fields={[{ name: "reason", label: "Why (optional)", hint: "Shown to the member who requested it" }]}
      send={async ({ reason }) => {
        await write("publications.decline", publicationId, { reason: orNothing(reason) });
        onDeclined();
        showToast({ tone: "success", text: "The publication was declined" });
      }}
    />
  );
}
