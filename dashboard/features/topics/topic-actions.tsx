import { useNavigate } from "@tanstack/react-router";
import { UserPlus } from "lucide-react";
import { Suspense, useState } from "react";
import type { TopicDetails } from "#contract/v2/topics.ts";
import { Button } from "#dashboard/components/controls/button.tsx";
import { lazyNamed } from "#dashboard/components/lazy-named.ts";
import { showToast } from "#dashboard/components/overlays/toast.ts";
import { FormButton } from "#dashboard/forms/form-button.tsx";
import { FormDialog } from "#dashboard/forms/form-dialog.tsx";
import { isKept } from "#dashboard/kept-input.ts";
import { topicName } from "./topic-name.ts";

// Forms, and what few visits need, are loaded with the first of them.
const AddMembersForm = lazyNamed(() => import("./add-members-form.tsx"), "AddMembersForm");
const TopicForm = lazyNamed(() => import("./topic-form.tsx"), "TopicForm");
const TriggerTopicForm = lazyNamed(() => import("./trigger-topic-form.tsx"), "TriggerTopicForm");
const DeleteTopic = lazyNamed(() => import("./delete-topic.tsx"), "DeleteTopic");

/** The names under which is kept what was not saved. */
const NEW_MEMBERS = "new-members";
const TOPIC = "topic";

/** The buttons of a topic's screen. */
export function TopicActions({ topic }: { topic: TopicDetails }) {
  const navigate = useNavigate();
  const [open, setOpen] = useState<"add" | "edit" | "delete" | undefined>(() =>
    isKept(NEW_MEMBERS) ? "add" : isKept(TOPIC) ? "edit" : undefined,
  );
  const close = () => setOpen(undefined);
  return (
    <>
      <Button onClick={() => setOpen("delete")}>Delete</Button>
      <Button onClick={() => setOpen("edit")}>Edit</Button>
      <FormButton
        text="Trigger a workflow …"
        title={`Trigger a workflow for ${topicName(topic)}`}
        height="h-64"
        keptName="topic-event"
      >
        {({ keptName, close: closeForm }) => (
          <TriggerTopicForm
            keptName={keptName}
            topicKey={topic.key}
            onSent={(transactionId) => {
              closeForm();
              void navigate({ to: "/activity", search: { transactionId } });
            }}
          />
        )}
      </FormButton>
      <Button variant="primary" data-primary-create onClick={() => setOpen("add")}>
        <UserPlus className="size-4" aria-hidden="true" /> Add subscribers
      </Button>
      <FormDialog open={open === "add"} onOpenChange={close} title="Add subscribers" height="h-64">
        <AddMembersForm keptName={NEW_MEMBERS} topicKey={topic.key} onAdded={close} />
      </FormDialog>
      <FormDialog open={open === "edit"} onOpenChange={close} title="Edit topic" height="h-64">
        <TopicForm
          keptName={TOPIC}
          topic={topic}
          onSaved={(saved) => {
            close();
            showToast({ tone: "success", text: `${topicName(saved)} was saved` });
          }}
        />
      </FormDialog>
      {open === "delete" && (
        <Suspense>
          <DeleteTopic topic={topic} onClose={close} onDeleted={() => void navigate({ to: "/topics", search: {} })} />
        </Suspense>
      )}
    </>
  );
}
