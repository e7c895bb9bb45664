import { useNavigate } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { lazyNamed } from "#dashboard/components/lazy-named.ts";
import { FormButton } from "#dashboard/forms/form-button.tsx";

// The contract's schemas are not part of the list's first load.
const SubscriberForm = lazyNamed(() => import("./profile/subscriber-form.tsx"), "SubscriberForm");

/** A button that opens the form of a new subscriber. */
export function CreateSubscriber() {
  const navigate = useNavigate();
  return (
    <FormButton
      creates
      text="Create subscriber"
      Icon={Plus}
      title="New subscriber"
      height="h-116"
      keptName="new-subscriber"
    >
      {({ keptName, close }) => (
        <SubscriberForm
          keptName={keptName}
          onSaved={({ subscriberId }) => {
            close();
            void navigate({ to: "/subscribers/$subscriberId", params: { subscriberId } });
          }}
        />
      )}
    </FormButton>
  );
}
