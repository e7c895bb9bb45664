import { useNavigate } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { lazyNamed } from "#dashboard/components/lazy-named.ts";
import { FormButton } from "#dashboard/forms/form-button.tsx";

// The contract's schemas are not part of the list's first load.
const TopicForm = lazyNamed(() => import("./topic-form.tsx"), "TopicForm");

/** A button that opens the form of a new topic. */
export function CreateTopic() {
  const navigate = useNavigate();
  return (
    <FormButton creates text="Create topic" Icon={Plus} title="New topic" height="h-80" keptName="new-topic">
      {({ keptName, close }) => (
        <TopicForm
          keptName={keptName}
          onSaved={({ key }) => {
            close();
            void navigate({ to: "/topics/$key", params: { key }, search: {} });
          }}
        />
      )}
    </FormButton>
  );
}
