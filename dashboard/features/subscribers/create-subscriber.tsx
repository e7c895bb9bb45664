import { useNavigate } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { useState } from "react";
import { Button } from "#dashboard/components/controls/button.tsx";
import { lazyNamed } from "#dashboard/components/lazy-named.ts";
import { FormDialog } from "#dashboard/forms/form-dialog.tsx";
import { isKept } from "#dashboard/kept-input.ts";

// The contract's schemas are not part of the list's first load.
const SubscriberForm = lazyNamed(() => import("./profile/subscriber-form.tsx"), "SubscriberForm");

/** The name under which a subscriber is kept that was not created. */
const NEW_SUBSCRIBER = "new-subscriber";

/** A button that opens the form of a new subscriber. */
export function CreateSubscriber() {
  const [open, setOpen] = useState(() => isKept(NEW_SUBSCRIBER));
  const navigate = useNavigate();
  return (
    <>
      <Button variant="primary" data-primary-create onClick={() => setOpen(true)}>
        <Plus className="size-4" aria-hidden="true" /> Create subscriber
      </Button>
      <FormDialog open={open} onOpenChange={setOpen} title="New subscriber" height="h-116">
        <SubscriberForm
          keptName={NEW_SUBSCRIBER}
          onSaved={({ subscriberId }) => {
            setOpen(false);
            void navigate({ to: "/subscribers/$subscriberId", params: { subscriberId } });
          }}
        />
      </FormDialog>
    </>
  );
}
