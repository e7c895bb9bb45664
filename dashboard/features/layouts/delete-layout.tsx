import { Button } from "#dashboard/components/controls/button.tsx";
import { Confirmation } from "#dashboard/components/overlays/confirmation.tsx";
import { Dialog } from "#dashboard/components/overlays/dialog.tsx";
import { UsageList } from "./usage-list.tsx";
import type { NamedLayout } from "./use-layout-actions.ts";

interface DeleteLayoutProps {
  layout: NamedLayout & {
    isDefault: boolean;
    /** Whether a step uses it. */
    isUsed: boolean;
  };
  onClose: () => void;
  onDelete: () => Promise<void>;
}

/** Asks before a layout is deleted; of one that is needed, says by what. */
export function DeleteLayout({ layout, onClose, onDelete }: DeleteLayoutProps) {
  const { name, isDefault, isUsed } = layout;
  if (!isDefault && !isUsed) {
    return (
      <Confirmation onClose={onClose} title={`Delete ${name}?`} action="Delete layout" onConfirm={onDelete}>
        <p>No step uses it. Emails of events that name it fail from then on. This cannot be undone.</p>
      </Confirmation>
    );
  }
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={`${name} is needed`}>
      {isDefault && <p className="text-muted">It is the default layout. Make another layout the default first.</p>}
      {isUsed && (
        <>
          <UsageList layoutId={layout._id} />
          <p className="text-muted">Give these emails another layout first.</p>
        </>
      )}
      <div className="flex justify-end">
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      </div>
    </Dialog>
  );
}
