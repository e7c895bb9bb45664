import { z } from "zod";
import { FAILURE_GROUP_REASON_MAX } from "#contract/constants/activity/failure-groups.ts";
import { showToast } from "#dashboard/components/overlays/toast.ts";
import { orNothing } from "#dashboard/forms/form.tsx";
import { TextForm } from "#dashboard/forms/text-form.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";

const Resolve = z.object({ reason: z.string().trim().max(FAILURE_GROUP_REASON_MAX) });

export interface ErrorFormProps {
  id: string;
  keptName: string;
  onDone: () => void;
}

/** Asks what was done about an error, and resolves it. */
export function ResolveForm({ id, keptName, onDone }: ErrorFormProps) {
  const { write } = useEnvironment();
  return (
    <TextForm
      schema={Resolve}
      initial={{ reason: "" }}
      keptName={keptName}
      action="Resolve error"
      fields={[{ name: "reason", label: "What was done (optional)" }]}
      send={async ({ reason }) => {
        await write("failureGroups.resolve", id, { reason: orNothing(reason) });
        onDone();
        showToast({ tone: "success", text: "The error is resolved" });
      }}
    />
  );
}
