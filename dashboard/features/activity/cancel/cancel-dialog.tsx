import { useNavigate } from "@tanstack/react-router";
import { z } from "zod";
import type { CancelableFilter } from "#contract/activity/cancellations.ts";
import { RESUMPTION_NAME_MAX } from "#contract/constants/resumptions.ts";
import { countText } from "#dashboard/components/display/count-text.ts";
import { Dialog } from "#dashboard/components/overlays/dialog.tsx";
import { useRead } from "#dashboard/data/use-read.ts";
import { FormInput } from "#dashboard/forms/form.tsx";
import { SchemaForm } from "#dashboard/forms/schema-form.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";
import { CancelPreview } from "./cancel-preview.tsx";

/** The runs that are to be cancelled: some by their ids, or all that match. */
export type CancelSelection = { runIds: string[] } | { filter: CancelableFilter };

interface CancelDialogProps {
  /** Undefined where the list has a filter that a cancellation does not take. */
  selection: CancelSelection | undefined;
  /** Keeps what is typed under this name. */
  keptName?: string;
  onClose: () => void;
}

/** Shows what cancelling runs does, and asks for it. */
export function CancelDialog({ selection, keptName, onClose }: CancelDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={selection && "runIds" in selection ? "Cancel the selected runs" : "Cancel all runs that match"}
    >
      {selection ? (
        <CancelForm selection={selection} {...(keptName !== undefined && { keptName })} onClose={onClose} />
      ) : (
        <p>
          A cancellation goes by at most 100 workflows and 100 subscribers, transaction, channel and time, and by no
          other filter. Filter by less, or select runs.
        </p>
      )}
    </Dialog>
  );
}

const CancelValues = z.object({ name: z.string().trim().max(RESUMPTION_NAME_MAX) });

function CancelForm({ selection, keptName, onClose }: CancelDialogProps & { selection: CancelSelection }) {
  const navigate = useNavigate();
  const { write } = useEnvironment();
  const query = useRead("notifications.previewCancellation", selection);
  const preview = query.data;
  const isNothing = preview?.isExact && preview.runs === 0;
  return (
    <>
      <CancelPreview query={query} />
      {!isNothing && (
        <SchemaForm
          schema={CancelValues}
          initial={{ name: "" }}
          {...(keptName !== undefined && { keptName })}
          action={preview?.isExact ? `Cancel ${countText(preview.runs, "run")}` : "Cancel runs"}
          send={async ({ name }) => {
            const { _id } = await write("notifications.createCancellation", { ...selection, ...(name && { name }) });
            onClose();
            await navigate({ to: "/activity/cancellations/$cancellationId", params: { cancellationId: _id } });
          }}
        >
          {(form) => (
            <FormInput form={form} name="name" label="Name (optional)" hint="To find it in the list of cancellations" />
          )}
        </SchemaForm>
      )}
    </>
  );
}
