import { lazy, Suspense, useState } from "react";
import type { TranslationGroup } from "#contract/translations.ts";
import { Button } from "#dashboard/components/controls/button.tsx";
import { Skeleton } from "#dashboard/components/feedback/skeleton.tsx";
import { Dialog } from "#dashboard/components/overlays/dialog.tsx";
import { isKept } from "#dashboard/kept-input.ts";
import { useEnvironment } from "#dashboard/use-environment.ts";

// The contract's schemas are not part of the list's first load.
const GroupForm = lazy(() => import("./group-form.tsx").then((module) => ({ default: module.GroupForm })));

/** The name under which a group is kept that was not created. */
const NEW_GROUP = "new-group";

/** A button that opens the form of a new group. */
export function CreateGroup({ onCreated }: { onCreated: (group: TranslationGroup) => void }) {
  const [open, setOpen] = useState(() => isKept(NEW_GROUP));
  const { may, readOnly } = useEnvironment();
  if (!may("content.edit")) return null;
  return (
    <>
      <Button variant="primary" data-primary-create disabled={readOnly} onClick={() => setOpen(true)}>
        New group
      </Button>
      <Dialog open={open} onOpenChange={setOpen} title="New translation group">
        <Suspense fallback={<Skeleton className="h-44 w-full" />}>
          <GroupForm
            keptName={NEW_GROUP}
            onCreated={(group) => {
              setOpen(false);
              onCreated(group);
            }}
          />
        </Suspense>
      </Dialog>
    </>
  );
}
