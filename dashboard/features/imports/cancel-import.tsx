import type { Import } from "#contract/imports.ts";
import { Confirmation } from "#dashboard/components/overlays/confirmation.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";

/** Asks whether an import is to be ended before its time, and ends it. */
export function CancelImport({ row, onClose }: { row: Import; onClose: () => void }) {
  const { write } = useEnvironment();
  return (
    <Confirmation
      onClose={onClose}
      title="Cancel this import?"
      action="Cancel import"
      onConfirm={() => write("imports.cancel", row._id)}
      done="The import was canceled"
    >
      <p>Lines that were imported stay. You can import the file again later: they will not change.</p>
    </Confirmation>
  );
}
