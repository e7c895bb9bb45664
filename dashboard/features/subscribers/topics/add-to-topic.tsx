import { Plus } from "lucide-react";
import { useState } from "react";
import { Button } from "#dashboard/components/controls/button.tsx";
import { lazyNamed } from "#dashboard/components/lazy-named.ts";
import { FormDialog } from "#dashboard/forms/form-dialog.tsx";

// Forms are loaded with the first of them.
const AddToTopicForm = lazyNamed(() => import("./add-to-topic-form.tsx"), "AddToTopicForm");

/** A button that opens the choice of a topic. */
export function AddToTopic({ subscriberId }: { subscriberId: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="primary" data-primary-create onClick={() => setOpen(true)}>
        <Plus className="size-4" aria-hidden="true" /> Add to a topic
      </Button>
      <FormDialog open={open} onOpenChange={setOpen} title="Add to a topic" height="h-28">
        <AddToTopicForm subscriberId={subscriberId} onAdded={() => setOpen(false)} />
      </FormDialog>
    </>
  );
}
