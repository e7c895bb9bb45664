import { lazy, Suspense, useState } from "react";
import type { ApiKey } from "#contract/api-keys.ts";
import { Button } from "#dashboard/components/controls/button.tsx";
import { Skeleton } from "#dashboard/components/feedback/skeleton.tsx";
import { Dialog } from "#dashboard/components/overlays/dialog.tsx";
import { isKept } from "#dashboard/kept-input.ts";
import { useRoles } from "../use-roles.ts";

// The contract's schemas are not part of the list's first load.
const NewKeyForm = lazy(() => import("./key-form.tsx").then((module) => ({ default: module.NewKeyForm })));

/** The name under which a key is kept that was not created. */
const NEW_KEY = "new-api-key";

/** A button that opens the form of a new key. */
export function CreateKey({ onCreated }: { onCreated: (key: ApiKey) => void }) {
  const [open, setOpen] = useState(() => isKept(NEW_KEY));
  const { options } = useRoles();
  return (
    <>
      <Button variant="primary" data-primary-create onClick={() => setOpen(true)}>
        New key
      </Button>
      <Dialog open={open} onOpenChange={setOpen} title="New API key">
        <Suspense fallback={<Skeleton className="h-72 w-full" />}>
          <NewKeyForm
            keptName={NEW_KEY}
            roles={options}
            onCreated={(key) => {
              setOpen(false);
              onCreated(key);
            }}
          />
        </Suspense>
      </Dialog>
    </>
  );
}
