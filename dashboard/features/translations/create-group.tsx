import { lazy, Suspense, useState } from "react";
import type { TranslationGroup } from "#contract/translations.ts";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { useEnvironment } from "../../use-environment.ts";

// The contract's schemas are not part of the list's first load.
const GroupForm = lazy(() => import("./group-form.tsx").then((module) => ({ default: module.GroupForm })));

/** A button that opens the form of a new group. */
export function CreateGroup({ onCreated }: { onCreated: (group: TranslationGroup) => void }) {
  const [open, setOpen] = useState(false);
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
