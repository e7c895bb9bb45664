import { useNavigate } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { useState } from "react";
import { Button } from "#dashboard/components/controls/button.tsx";
import { lazyNamed } from "#dashboard/components/lazy-named.ts";
import { FormDialog } from "#dashboard/forms/form-dialog.tsx";
import { isKept } from "#dashboard/kept-input.ts";

// The contract's schemas are not part of the list's first load.
const TopicForm = lazyNamed(() => import("./topic-form.tsx"), "TopicForm");

/** The name under which a topic is kept that was not created. */
const NEW_TOPIC = "new-topic";

/** A button that opens the form of a new topic. */
export function CreateTopic() {
  const [open, setOpen] = useState(() => isKept(NEW_TOPIC));
  const navigate = useNavigate();
  return (
    <>
      <Button variant="primary" data-primary-create onClick={() => setOpen(true)}>
        <Plus className="size-4" aria-hidden="true" /> Create topic
      </Button>
      <FormDialog open={open} onOpenChange={setOpen} title="New topic" height="h-80">
        <TopicForm
          keptName={NEW_TOPIC}
          onSaved={({ key }) => {
            setOpen(false);
            void navigate({ to: "/topics/$key", params: { key }, search: {} });
          }}
        />
      </FormDialog>
    </>
  );
}
